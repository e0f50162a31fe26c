// Selects the proxy of a server from environment variables, as other programs do.

import { BlockList, isIP } from "node:net";
import { UserError } from "../core/errors.ts";

/** A proxy, and the variable that names it. */
export interface Proxy {
  readonly variable: string;
  readonly address: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address. Undefined for a direct connection: where no proxy is set, NO_PROXY names the host, or the host is this machine,
 * which a remote proxy would take for itself. Throws a UserError for an invalid proxy address, without quoting it, since it may contain a
 * password.
 */
export function proxyOf(address: string, environment: Environment): Proxy | undefined {
  const url = new URL(address);
  const scheme = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const set = settingOf(environment, scheme) ?? settingOf(environment, "all_proxy");
  const exempt = settingOf(environment, "no_proxy")?.value ?? "";
  if (set === undefined || isLocal(url.hostname) || isExempt(url, exempt)) return undefined;
  const { value, variable } = set;
  const whole = value.includes("://") ? value : `http://${value}`;
  if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol)) {
    const what = `the environment variable ${variable} is no address of an http or https proxy`;
    throw new UserError({ code: "bad-proxy", what, hint: "http://HOST:PORT, or NO_PROXY with the endpoint's host" });
  }
  return { variable, address: whole };
}

/** Value of a variable in lower or upper case, with the name in use; an empty value counts as unset. */
function settingOf(environment: Environment, name: string) {
  for (const variable of [name, name.toUpperCase()]) {
    const value = environment[variable]?.trim() ?? "";
    if (value !== "") return { value, variable };
  }
  return undefined;
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, "").toLowerCase();

function isLocal(hostname: string): boolean {
  const host = bare(hostname);
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether a NO_PROXY list contains a host: by name, domain suffix, address or address range; * matches all. */
function isExempt(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === "*") return true;
    if (entry.includes("/")) return isWithin(host, entry);
    const [behind, wanted] = (isIP(entry) === 6 ? null : /:(\d+)$/.exec(entry)) ?? ["", port];
    const end = bare(entry.slice(0, entry.length - behind.length)).replace(/^\*?\./, "");
    if (wanted !== port) return false;
    return end !== "" && (host === end || host.endsWith(`.${end}`));
  });
}

function isWithin(host: string, range: string): boolean {
  const [start, bits] = range.split("/");
  const kind = isIP(start);
  const size = Number(bits);
  if (kind === 0 || isIP(host) !== kind || !/^\d+$/.test(bits) || size > (kind === 4 ? 32 : 128)) return false;
  const family = kind === 4 ? "ipv4" : "ipv6";
  const block = new BlockList();
  block.addSubnet(start, size, family);
  return block.check(host, family);
}
