// The address of a bucket in an S3-compatible store: parsed from --shared and the environment, with one canonical name on all machines.

import { UserError } from "../core/errors.ts";
import { withoutEnd } from "../core/text-ends.ts";

/** A part of a bucket, and its store. */
export interface BucketAddress {
  readonly bucket: string;
  /** Names of objects begin with it and a slash; empty for the whole bucket. */
  readonly prefix: string;
  /** URL of the store, without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
}

/** Returns whether a place is given as a bucket. */
export const isBucket = (place: string): boolean => /^s3:/i.test(place);

/**
 * Returns the name that the cluster stores. It includes the endpoint, since machines with different environments would otherwise use
 * different stores.
 */
export const bucketName = ({ bucket, prefix, endpoint, region }: BucketAddress): string =>
  `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}?endpoint=${endpoint}&region=${region}`;

/** Returns the address for messages. */
export const shownBucket = ({ bucket, prefix, endpoint }: BucketAddress): string =>
  `s3://${bucket}${prefix === "" ? "" : `/${prefix}`} at ${endpoint}`;

/** Other characters are not allowed, since libraries differ in how they sign them. */
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/;
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const REGION = /^[a-z\d-]+$/;

/**
 * Parses s3://BUCKET/PREFIX, optionally with ?endpoint=URL&region=NAME; missing parts are read from the environment. Throws a UserError
 * where it names no bucket, without quoting parts that may be secret.
 */
export function bucketAddress(text: string, environment: NodeJS.ProcessEnv): BucketAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [bucket, prefix] = [url?.hostname ?? "", url?.pathname.replace(/^\/|\/$/g, "") ?? ""];
  const isUsual = prefix === "" || (PREFIX.test(prefix) && prefix.split("/").every((part) => !/^\.+$/.test(part)));
  if (url === undefined || !BUCKET.test(bucket) || url.port !== "" || !isUsual) {
    const hint = "write s3://BUCKET/PREFIX, in letters, digits, dots and hyphens";
    throw new UserError({ code: "no-shared-place", what: "--shared names no bucket of an S3 store", hint });
  }
  const isSilent = url.username === "" && url.password === "" && url.hash === "";
  if (!isSilent || [...url.searchParams.keys()].some((key) => key !== "endpoint" && key !== "region")) {
    const what = `the address of the bucket ${bucket} says more than prefix, endpoint and region`;
    const hint = "give credentials in the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    throw new UserError({ code: "no-shared-place", what, hint });
  }
  const region = firstOf(url.searchParams.get("region"), environment.AWS_REGION) ?? "us-east-1";
  if (!REGION.test(region)) {
    const hint = "set AWS_REGION to a name such as eu-central-1";
    throw new UserError({ code: "no-shared-place", what: `the region of the bucket ${bucket} is no name`, hint });
  }
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = environment;
  const endpoint = firstOf(url.searchParams.get("endpoint"), AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL);
  return { bucket, prefix, endpoint: endpoint === undefined ? amazon(region) : plain(endpoint, bucket), region };
}

/** Variables of the environment are often set to an empty string, which counts as missing. */
const firstOf = (...texts: readonly (string | null | undefined)[]): string | undefined =>
  texts.find((text): text is string => typeof text === "string" && text !== "");

const amazon = (region: string): string => `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;

/** Returns the canonical form of an endpoint. Throws a UserError where it is invalid, or contains a password. */
function plain(endpoint: string, bucket: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url !== undefined && /^https?:\/\/[\w.:[\]-]+\/[\w./-]*$/.test(url.href)) return withoutEnd(url.href, "/");
  const hint = "set AWS_ENDPOINT_URL_S3 to http://HOST:PORT or https://HOST, without a user";
  throw new UserError({
    code: "no-shared-place",
    what: `the endpoint for the bucket ${bucket} is no address of a store`,
    hint,
  });
}

/** Credentials that sign requests. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Returns the credentials of this process. Throws a UserError, which does not contain them, where some are missing. */
export function credentialsFor(address: BucketAddress, environment: NodeJS.ProcessEnv): Credentials {
  const [accessKeyId, secretAccessKey, sessionToken] = KEYS.map((key) => firstOf(environment[key]));
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const what = `there are no credentials for ${shownBucket(address)} in the environment`;
    const hint = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN where one belongs to them";
    throw new UserError({ code: "no-shared-place", what, hint });
  }
  // Characters that a header cannot contain are checked here, since the error about the header would print the secret.
  const broken = KEYS.find((key) => !/^[!-~]*$/.test(environment[key] ?? ""));
  if (broken !== undefined) {
    const what = `${broken} holds a blank or another character that no key has`;
    throw new UserError({ code: "no-shared-place", what, hint: "set it again, without quotes and line breaks" });
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}
const KEYS = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"] as const;
