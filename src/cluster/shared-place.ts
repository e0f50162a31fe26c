// Storage for large files of a cluster: a folder that all machines mount under one path, or a bucket of an S3-compatible store. aws4fetch
// signs requests to a bucket; errors of the store become one sentence.

import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { AwsClient } from "aws4fetch";
import { messageOf, UserError } from "../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { Away } from "./away.ts";
import {
  type BucketAddress,
  bucketAddress,
  bucketName,
  credentialsFor,
  isBucket,
  shownBucket,
} from "./bucket-address.ts";

/** Storage of bytes by their hash. */
export interface SharedPlace {
  put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes; undefined where they do not exist. */
  get(hash: string): Promise<Buffer | undefined>;
  /** Deletes the bytes, if they exist. */
  remove(hash: string): Promise<void>;
}

/** Returns the canonical name of a place, which is the same on all machines. Throws a UserError where it is invalid. */
export function placeName(place: string): string {
  if (isBucket(place)) return bucketName(bucketAddress(place, process.env));
  if (isAbsolute(place)) return place;
  const hint = "give the absolute path of a folder that all machines share, or s3://BUCKET/PREFIX";
  throw new UserError({ code: "no-shared-place", what: `${place} is no place for large files`, hint });
}

/** Opens the place of this name. Throws a UserError where it cannot be used. */
export async function sharedPlace(name: string): Promise<SharedPlace> {
  if (!isBucket(name)) return sharedFolder(name);
  return openBucket(bucketAddress(name, process.env), process.env);
}

function sharedFolder(name: string): SharedPlace {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const hint = "mount it on this machine too, under the same path";
    throw new UserError({
      code: "no-shared-place",
      what: `large files of this cluster lie in ${name}, which is not there`,
      hint,
    });
  }
  // One folder for each prefix of two digits: file systems are slow with a million names in one folder.
  const fileOf = (hash: string): string => join(name, ownHash(hash).slice(0, 2), hash);
  return {
    async put(hash, bytes) {
      const file = fileOf(hash);
      if (existsSync(file)) return;
      writing(name, () => {
        makeFolder(dirname(file));
        writeWhole(file, bytes);
      });
    },
    async get(hash) {
      const file = fileOf(hash);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    async remove(hash) {
      rmSync(fileOf(hash), { force: true });
    },
  };
}

/** Maximum milliseconds of a request when a store is opened. */
const PATIENCE = 15_000;
/**
 * Number of retries where the store is too busy, with increasing pauses in milliseconds; after that the caller waits and repeats the work.
 */
const RETRIES = 4;
const PAUSE = 100;
/** Object that tests write and read access, and explains the folder to people. */
const GREETING = { name: "agon.txt", text: "Files of an Agon cluster lie beside this one, by their SHA-256.\n" };

/** Content of a request. */
interface Sent {
  readonly body?: Uint8Array;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/**
 * Opens a bucket as a place for large files. Throws a UserError where it cannot be used: a small object is written and read back. A request
 * for the bucket itself would need another permission, and would prove neither write nor read access.
 */
async function openBucket(address: BucketAddress, environment: NodeJS.ProcessEnv): Promise<SharedPlace> {
  const { AwsClient } = await import("aws4fetch");
  const { region } = address;
  const credentials = credentialsFor(address, environment);
  const client = new AwsClient({ ...credentials, region, service: "s3", retries: RETRIES, initRetryMs: PAUSE });
  const store = new Bucket(address, client);
  try {
    await store.greet();
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    throw unusable(address, error.message, "start the store, or mend the endpoint: AWS_ENDPOINT_URL_S3");
  }
  return store;
}

class Bucket implements SharedPlace {
  readonly #address: BucketAddress;
  readonly #client: AwsClient;

  constructor(address: BucketAddress, client: AwsClient) {
    this.#address = address;
    this.#client = client;
  }

  /** Writes a small object and reads it back. */
  async greet(): Promise<void> {
    const { name, text } = GREETING;
    await this.#done(await this.#ask("PUT", name, { body: Buffer.from(text), signal: AbortSignal.timeout(PATIENCE) }));
    const got = await this.#done(await this.#ask("GET", name, { signal: AbortSignal.timeout(PATIENCE) }));
    if (got.toString() === text) return;
    throw unusable(this.#address, "what is put there does not come back", "mend the endpoint: AWS_ENDPOINT_URL_S3");
  }

  async put(hash: string, bytes: Uint8Array): Promise<void> {
    const known = await this.#ask("HEAD", keyOf(hash));
    if (known.ok && Number(known.headers.get("content-length")) === bytes.length) return;
    // For a missing object a store may answer 403 instead of 404; the following write shows whether access is denied.
    if (!known.ok && known.status !== 404 && known.status !== 403) await this.#done(known);
    // The store verifies the content against this hash.
    const sent = { body: bytes, headers: { "x-amz-content-sha256": hash } };
    await this.#done(await this.#ask("PUT", keyOf(hash), sent));
  }

  async get(hash: string): Promise<Buffer | undefined> {
    const got = await this.#ask("GET", keyOf(hash));
    if (got.status !== 404) return this.#done(got);
    const code = await codeOf(got);
    if (code === "NoSuchBucket") throw refused(this.#address, got, code);
    return undefined;
  }

  async remove(hash: string): Promise<void> {
    const removed = await this.#ask("DELETE", keyOf(hash));
    if (removed.status !== 404) await this.#done(removed);
  }

  /** Sends a request and returns the response. Throws Away where there is none, or where the store is too busy. */
  async #ask(method: string, name: string, { body, ...sent }: Sent = {}): Promise<Response> {
    const { endpoint, bucket, prefix } = this.#address;
    const url = [endpoint, bucket, ...(prefix === "" ? [] : [prefix]), name].join("/");
    let answer: Response;
    try {
      const carried = body === undefined ? {} : { body: ownBytes(body) };
      // Redirects to another region are not followed, since the signature would be invalid there.
      answer = await this.#client.fetch(url, { method, redirect: "manual", ...carried, ...sent });
    } catch (error) {
      throw away(error);
    }
    const isBusy = answer.status >= 500 && answer.status !== 501 && answer.status !== 507;
    if (isBusy || answer.status === 429 || answer.status === 408)
      throw new Away(`the store answers with status ${answer.status} ${await codeOf(answer)}`.trim());
    return answer;
  }

  /** Returns the content of a response. Throws where the store refuses. */
  async #done(answer: Response): Promise<Buffer> {
    if (!answer.ok) {
      const code = await codeOf(answer);
      if (DAMAGED.has(code)) throw new Away(`the store answers with ${code}`);
      throw refused(this.#address, answer, code);
    }
    try {
      return Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      throw away(error);
    }
  }
}

/** As in a folder, hashes with the same two first digits share a prefix. */
const keyOf = (hash: string): string => `${ownHash(hash).slice(0, 2)}/${hash}`;

/** Validates a hash from the database. Throws an Error where it is invalid, since it could be a path. */
function ownHash(hash: string): string {
  if (/^[\da-f]{64}$/.test(hash)) return hash;
  throw new Error(`${JSON.stringify(hash)} is no SHA-256`);
}

/** Copies bytes to a buffer of their own, as the body of a request needs. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes.slice();

/** Returns the store's error code; empty where it has none. Error messages are ignored, since they may contain keys. */
async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? "";
}

/** Codes of requests that were damaged or truncated in transit, or collided with another request for the same object; they are repeated. */
const DAMAGED = new Set([
  "BadDigest",
  "IncompleteBody",
  "OperationAborted",
  "RequestTimeout",
  "XAmzContentSHA256Mismatch",
]);

/** Converts the reason why a request got no response into an Away. Other errors are thrown unchanged. */
function away(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === "TimeoutError") return new Away("the store does not answer");
  if (error.cause === undefined) return error;
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return new Away(messageOf(cause));
}

const REGION = "set AWS_REGION to the bucket's region, and AWS_ENDPOINT_URL_S3 to an endpoint of it";
const BUCKET = "make the bucket, or mend its name";
const KEYS =
  "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to keys that the store knows, and AWS_SESSION_TOKEN if one belongs to them";
const TOKEN = "set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN anew";
const RIGHT = "let this user get, put, delete and list objects there";
const LARGE = "let the store, or what stands before it, take larger objects";

/** Hints by the store's error code. */
const BY_CODE = new Map([
  ["InvalidAccessKeyId", KEYS],
  ["SignatureDoesNotMatch", KEYS],
  ["ExpiredToken", TOKEN],
  ["InvalidToken", TOKEN],
  ["AccessDenied", RIGHT],
  ["NoSuchBucket", BUCKET],
  ["InvalidBucketName", BUCKET],
  ["AuthorizationHeaderMalformed", REGION],
  ["EntityTooLarge", LARGE],
  ["RequestTimeTooSkewed", "set the clock of this machine"],
]);
/** Hints by HTTP status, where the code is missing or unknown. */
const BY_STATUS = new Map([
  ...[301, 307, 308].map((status) => [status, REGION] as const),
  [401, KEYS],
  [403, RIGHT],
  [404, "mend the endpoint, AWS_ENDPOINT_URL_S3, or make the bucket"],
  [413, LARGE],
  [507, "make room there"],
]);

/** Returns a UserError for a refusal of the store. */
function refused(address: BucketAddress, { status }: Response, code: string): UserError {
  const hint = BY_CODE.get(code) ?? BY_STATUS.get(status) ?? "is AWS_ENDPOINT_URL_S3 the endpoint of an S3 store?";
  return unusable(address, code === "" ? `the store answers with status ${status}` : `the store says ${code}`, hint);
}

function unusable(address: BucketAddress, reason: string, hint: string): UserError {
  const what = `the place for large files ${shownBucket(address)} cannot be used: ${reason}`;
  return new UserError({ code: "no-shared-place", what, hint });
}
