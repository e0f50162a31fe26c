// The requests that each role may send to a view.

import type { Refusal, Role } from "./access.ts";

/** Method and path of a request, as the application parses them. */
interface ViewRequest {
  readonly method: string;
  readonly path: string;
}

const RIGHTS: Readonly<Record<Role, readonly Role[]>> = {
  judge: ["judge"],
  read: ["read"],
  write: ["judge", "read", "write"],
};

/** Returns whether a path is a page, which a link from another site may open. */
export const isPage = (path: string): boolean => path === "/" || path.startsWith("/manual/");

const JUDGING = /^\/api\/(?:runs\/[^/]+|texts)\/judging\/[a-z-]+$/;

/** Returns the roles that may send a request; empty where every role may. */
function needs({ method, path }: ViewRequest): readonly Role[] {
  const isLook = method === "GET" || method === "HEAD";
  if (isLook && (isPage(path) || path === "/editor.js" || path === "/manual")) return [];
  if (JUDGING.test(path)) return isLook ? ["read", "judge"] : ["judge"];
  return isLook ? ["read"] : ["write"];
}

/** Returns why a role may not send a request; undefined where it may. A judge may only use paths below `ballot`. */
export function lacking(role: Role, request: ViewRequest, ballot: string | undefined): Refusal | undefined {
  const needed = needs(request);
  const isElsewhere = role === "judge" && needed.includes("judge") && !request.path.startsWith(`${ballot}/`);
  if (!isElsewhere && (needed.length === 0 || needed.some((right) => RIGHTS[role].includes(right)))) return undefined;
  if (role === "judge")
    return { code: "refused", what: "this page is for votes alone", hint: "agon view shows runs", status: 403 };
  const hint = "open the address that may change runs, or start `agon view` without --read-only";
  return { code: "read-only", what: "this view only shows runs", hint, status: 403 };
}
