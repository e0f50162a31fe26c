// Which bucket of which S3-compatible store: read from --shared and the environment, and named in one way on all machines.

import { UserError } from "../core/errors.ts";
import { withoutEnd } from "../core/text-ends.ts";

/** A part of a bucket, and the store that has it. */
export interface BucketAddress {
  readonly bucket: string;
  /** Names of objects begin with it and a slash; empty for the whole bucket. */
  readonly prefix: string;
  /** Address of the store, without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
}

/** Whether a place is called a bucket. */
export const isBucket = (place: string): boolean => /^s3:/i.test(place);

/** The name that the cluster keeps. The endpoint is part of it: two machines with other environments would write to two stores. */
export const bucketName = ({ bucket, prefix, endpoint, region }: BucketAddress): string =>
  `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}?endpoint=${endpoint}&region=${region}`;

/** What people read of it. */
export const shownBucket = ({ bucket, prefix, endpoint }: BucketAddress): string =>
  `s3://${bucket}${prefix === "" ? "" : `/${prefix}`} at ${endpoint}`;

/** Signatures differ between libraries for other characters. */
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/;
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const REGION = /^[a-z\d-]+$/;

/**
 * Reads s3://BUCKET/PREFIX, perhaps with ?endpoint=URL&region=NAME; what it does not say, the environment does. A UserError where it names
 * none; what may be a secret is not told.
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

/** An environment often sets what it does not say to nothing. */
const firstOf = (...texts: readonly (string | null | undefined)[]): string | undefined =>
  texts.find((text): text is string => typeof text === "string" && text !== "");

const amazon = (region: string): string => `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;

/** An endpoint, spelled in one way. A UserError where it is none, or holds a password. */
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

/** What signs requests. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The credentials of this process. A UserError, without them, where there are none. */
export function credentialsFor(address: BucketAddress, environment: NodeJS.ProcessEnv): Credentials {
  const [accessKeyId, secretAccessKey, sessionToken] = KEYS.map((key) => firstOf(environment[key]));
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const what = `there are no credentials for ${shownBucket(address)} in the environment`;
    const hint = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN where one belongs to them";
    throw new UserError({ code: "no-shared-place", what, hint });
  }
  // What a header cannot hold would be told in full by the error of it.
  const broken = KEYS.find((key) => !/^[!-~]*$/.test(environment[key] ?? ""));
  if (broken !== undefined) {
    const what = `${broken} holds a blank or another character that no key has`;
    throw new UserError({ code: "no-shared-place", what, hint: "set it again, without quotes and line breaks" });
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}
const KEYS = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"] as const;
