// Large files of a cluster lie in a folder or in a bucket: what is put there comes back, is outlasted while the store is away, and is
// removed when nothing names it. What the store refuses is one sentence. Needs `npm run build` before.

import { randomBytes } from "node:crypto";
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Blobs, blobOf, fileBlob, hashOf, insertBlobs, openBlobs, setSharedPlace } from "../src/cluster/blobs.ts";
import { checkpointBytes, keepCheckpoint } from "../src/cluster/checkpoints.ts";
import { claim, type JobClaim } from "../src/cluster/claims.ts";
import { Commits } from "../src/cluster/commits.ts";
import { connected, lasting } from "../src/cluster/postgres.ts";
import { makeTables } from "../src/cluster/schema.ts";
import { placeName, type SharedPlace, sharedPlace } from "../src/cluster/shared-place.ts";
import { UserError } from "../src/core/errors.ts";
import { agon, contents, scratch, scratchFolder } from "./cli/agon.ts";
import { startWorker, submitted } from "./fixtures/cluster.ts";
import { startStore, type TestStore } from "./fixtures/s3.ts";
import { newDatabase } from "./fixtures/shared.ts";
import { until } from "./fixtures/until.ts";

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.enter());

const MIB = 1 << 20;
const large = (): Buffer => randomBytes(MIB);
/** The hash of bytes, which is quicker to compare. */
const named = (bytes: Buffer | undefined): string | undefined => (bytes === undefined ? undefined : hashOf(bytes));
/** A part of the bucket, for one test. */
const part = (): string => `s3://${store.bucket}/${randomBytes(4).toString("hex")}`;
/** Names of the large files below a place, without the store's greeting. */
const inBucket = (place: string): string[] =>
  store.objects().filter((name) => `s3://${store.bucket}/${name}`.startsWith(`${place}/`) && !name.endsWith(".txt"));

/** Both kinds of place, by what `--shared` is told, and the hashes that lie there. */
const PLACES: readonly [kind: string, make: () => { asked: string; kept: () => string[] }][] = [
  [
    "a folder",
    () => {
      const folder = scratch();
      return { asked: folder, kept: () => Object.keys(contents(folder)).map((file) => file.slice(3)) };
    },
  ],
  [
    "a bucket",
    () => {
      const asked = part();
      return { asked, kept: () => inBucket(asked).map((name) => name.slice(-64)) };
    },
  ],
];

/** A fresh cluster with a place for large files. */
async function cluster(asked?: string): Promise<{ pool: Pool; blobs: Blobs; url: string }> {
  const url = await newDatabase();
  const pool = await connected(url);
  onTestFinished(() => pool.end());
  await makeTables(pool);
  if (asked !== undefined) await setSharedPlace(pool, asked);
  return { pool, url, blobs: await openBlobs(pool) };
}

describe.each(PLACES)("%s", (_, make) => {
  test("gives back what was put, knows what it has not, and lets it go", async () => {
    const { asked, kept } = make();
    const place = await sharedPlace(placeName(asked));
    const { hash, bytes } = blobOf(large());
    expect(await place.get(hash)).toBeUndefined();
    await place.put(hash, bytes);
    await place.put(hash, bytes);
    expect(named(await place.get(hash))).toBe(hash);
    expect(kept()).toEqual([hash]);
    await place.remove(hash);
    await place.remove(hash);
    expect(await place.get(hash)).toBeUndefined();
    expect(kept()).toEqual([]);
  });

  test("holds large blobs of a cluster once, small ones lie in the database", async () => {
    const { asked, kept } = make();
    const { pool, blobs } = await cluster(asked);
    const other = await openBlobs(pool);
    const [big, small] = [blobOf(large()), blobOf(Buffer.from("small"))];
    await Promise.all([blobs, other].map((one) => one.keep([big, small])));
    await blobs.keep([big]);
    expect(kept()).toEqual([big.hash]);
    const read = await other.read([big.hash, small.hash]);
    expect([...read.keys()].sort()).toEqual([big.hash, small.hash].sort());
  });

  test("is found by those that were there before it was told", async () => {
    const { asked, kept } = make();
    const { pool, blobs: early } = await cluster();
    await setSharedPlace(pool, asked);
    const [one, other] = [blobOf(large()), blobOf(large())];
    await (await openBlobs(pool)).keep([one]);
    expect([...(await early.read([one.hash])).keys()]).toEqual([one.hash]);
    await early.keep([other]);
    expect(kept().sort()).toEqual([one.hash, other.hash].sort());
  });

  test("tells a blob that is gone or damaged", async () => {
    const { asked } = make();
    const { pool, blobs } = await cluster(asked);
    const [gone, damaged] = [blobOf(large()), blobOf(large())];
    await blobs.keep([gone]);
    await blobs.forget([gone.hash]);
    await expect(blobs.read([gone.hash])).rejects.toThrow(/is gone/);
    await (await sharedPlace(placeName(asked))).put(damaged.hash, large());
    await pool.query(insertBlobs(1), [[damaged.hash], [MIB], [null]]);
    await expect(blobs.read([damaged.hash])).rejects.toThrow(/is not as it was written/);
  });

  describe("with checkpoints", () => {
    /** A cluster with a job that two workers have had one after the other. */
    async function claims({ asked, kept } = make()): Promise<{
      place: { pool: Pool; blobs: Blobs };
      own: JobClaim;
      kept: () => string[];
      again: () => Promise<JobClaim>;
    }> {
      const place = await cluster(asked);
      await place.pool.query(
        "INSERT INTO agon.batches (id, title, version, host, jobs) VALUES ('b', 't', 'v', 'h', 1)",
      );
      const take = async (worker: string): Promise<JobClaim> => {
        const [own] = await claim(place.pool, worker, { batch: "b", keys: ["job"], titles: ["a job"] });
        return own;
      };
      return { place, own: await take("one"), kept, again: () => take("other") };
    }
    const end = async (
      { pool, blobs }: { pool: Pool; blobs: Blobs },
      worker: string,
      own: JobClaim,
      result: Buffer,
    ) => {
      const blob = blobOf(result);
      const ending = { output: Buffer.from("x"), seconds: 1, files: [{ path: "file", hash: blob.hash }] };
      const rows = await blobs.placed([blob]);
      return new Commits({ pool, blobs, worker }, 0).add(own, { ...ending, state: "done", blobs: rows });
    };
    /** What another worker would go on from. */
    const checkpointOf = async (place: { pool: Pool; blobs: Blobs }, key: string): Promise<Buffer | undefined> => {
      const { rows } = await place.pool.query<{ hash: string }>("SELECT hash FROM agon.checkpoints WHERE key = $1", [
        key,
      ]);
      return rows.length === 0 ? undefined : checkpointBytes(place, rows[0].hash);
    };

    test("keeps the last alone, and none of a job that is done", async () => {
      const { place, own, kept } = await claims();
      const [first, second, result] = [large(), large(), large()];
      await keepCheckpoint(place, own, first);
      expect(named(await checkpointOf(place, "job"))).toBe(hashOf(first));
      await keepCheckpoint(place, own, second);
      expect(named(await checkpointOf(place, "job"))).toBe(hashOf(second));
      expect(kept()).toHaveLength(1);
      // The same once more, as where it was not heard that the first was taken.
      await keepCheckpoint(place, own, second);
      expect(named(await checkpointOf(place, "job"))).toBe(hashOf(second));
      expect(kept()).toHaveLength(1);
      await keepCheckpoint(place, own, Buffer.from("small"));
      expect([await checkpointOf(place, "job"), kept()]).toEqual([Buffer.from("small"), []]);
      await keepCheckpoint(place, own, first);
      expect(await end(place, "one", own, result)).toBe(true);
      expect(kept()).toEqual([hashOf(result)]);
      expect(await checkpointOf(place, "job")).toBeUndefined();
      const { rows } = await place.pool.query("SELECT hash FROM agon.blobs");
      expect(rows).toEqual([{ hash: hashOf(result) }]);
    });

    test("removes no result, file or other job's checkpoint of the same bytes", async () => {
      const { place, own } = await claims();
      const bytes = large();
      await place.pool.query(
        "INSERT INTO agon.jobs (key, batch, title, state) VALUES ('twin', 'b', 'a twin', 'taken')",
      );
      await place.blobs.keep([blobOf(bytes)]);
      await keepCheckpoint(place, { key: "twin", fence: 1, checkpoint: null }, bytes);
      await keepCheckpoint(place, own, bytes);
      await keepCheckpoint(place, own, large());
      expect(named(await checkpointOf(place, "twin"))).toBe(hashOf(bytes));
      expect([...(await place.blobs.read([hashOf(bytes)])).keys()]).toEqual([hashOf(bytes)]);
      await keepCheckpoint(place, own, bytes);
      expect(await end(place, "one", own, bytes)).toBe(true);
      expect(named(await checkpointOf(place, "twin"))).toBe(hashOf(bytes));
      expect([...(await place.blobs.read([hashOf(bytes)])).keys()]).toEqual([hashOf(bytes)]);
    });

    test("removes none of another cluster in the same place, which has the same job", async () => {
      const shared = make();
      const [here, there, bytes] = [await claims(shared), await claims(shared), large()];
      for (const { place, own } of [here, there]) await keepCheckpoint(place, own, bytes);
      expect(await end(here.place, "one", here.own, Buffer.from("result"))).toBe(true);
      expect(named(await checkpointOf(there.place, "job"))).toBe(hashOf(bytes));
      expect(shared.kept()).toHaveLength(1);
    });

    test("takes none from a worker that has lost the job, and leaves nothing of it", async () => {
      const { place, own, kept, again } = await claims();
      const [first, late] = [large(), large()];
      await keepCheckpoint(place, own, first);
      const next = await again();
      expect(next.fence).toBe(own.fence + 1);
      await keepCheckpoint(place, own, late);
      await keepCheckpoint(place, own, first);
      expect(named(await checkpointOf(place, "job"))).toBe(hashOf(first));
      expect(kept()).toHaveLength(1);
      await keepCheckpoint(place, next, first);
      expect([named(await checkpointOf(place, "job")), kept().length]).toEqual([hashOf(first), 1]);
      expect(await end(place, "one", own, large())).toBe(false);
      expect(named(await checkpointOf(place, "job"))).toBe(hashOf(first));
    });

    test("lets a job begin anew whose checkpoint is gone", async () => {
      const { place, own, kept } = await claims();
      await keepCheckpoint(place, own, large());
      await place.blobs.forget(kept());
      expect(await checkpointOf(place, "job")).toBeUndefined();
    });
  });
});

describe("a bucket", () => {
  test("gets nothing that is there already, and compares what it gets with the hash", async () => {
    vi.stubEnv("AWS_SESSION_TOKEN", "a-token");
    const asked = part();
    const place = await sharedPlace(placeName(asked));
    const { hash, bytes } = blobOf(large());
    const before = store.requests.length;
    await place.put(hash, bytes);
    expect(store.headers()).toMatchObject({ "x-amz-content-sha256": hash, "x-amz-security-token": "a-token" });
    await place.put(hash, bytes);
    const name = `/${store.bucket}/${asked.split("/").at(-1)}/${hash.slice(0, 2)}/${hash}`;
    expect(store.requests.slice(before)).toEqual([`HEAD ${name}`, `PUT ${name}`, `HEAD ${name}`]);
  });

  test("gets what is there in another length once more", async () => {
    const place = await sharedPlace(placeName(part()));
    const { hash, bytes } = blobOf(large());
    await place.put(hash, bytes.subarray(1));
    await place.put(hash, bytes);
    expect(named(await place.get(hash))).toBe(hash);
  });

  test("takes two machines that put the same at once", async () => {
    const asked = part();
    const places = await Promise.all([1, 2, 3].map(() => sharedPlace(placeName(asked))));
    const { hash, bytes } = blobOf(large());
    await Promise.all(places.map((place) => place.put(hash, bytes)));
    expect(inBucket(asked)).toHaveLength(1);
    expect(named(await places[0].get(hash))).toBe(hash);
  });

  test("is used by one that must not look for what is not there", async () => {
    const place = await sharedPlace(placeName(part()));
    const { hash, bytes } = blobOf(large());
    onTestFinished(store.refuse(/^HEAD/, { status: 403 }));
    await place.put(hash, bytes);
    expect(named(await place.get(hash))).toBe(hash);
  });

  test("is outlasted while it is away, busy or cut off", async () => {
    const place = await sharedPlace(placeName(part()));
    const { hash, bytes } = blobOf(large());
    let tries = 0;
    let ended: string | undefined;
    const outlasting = async (work: (own: SharedPlace) => Promise<void>): Promise<void> => {
      [tries, ended] = [0, undefined];
      await lasting(() => {
        tries += 1;
        return work(place);
      }).catch((error: unknown) => {
        ended = String(error);
      });
      expect(ended).toBeUndefined();
    };
    await store.close();
    const putting = outlasting((own) => own.put(hash, bytes));
    await until(
      () => tries > 2,
      () => ended,
    );
    await store.open();
    await putting;
    for (const answer of [
      { status: 503, code: "SlowDown" },
      { status: 500 },
      { status: 429, code: "TooManyRequests" },
      { status: 400, code: "RequestTimeout" },
      { status: 400, code: "XAmzContentSHA256Mismatch" },
    ]) {
      const [other, before] = [blobOf(large()), store.requests.length];
      const over = store.refuse(/^PUT/, answer);
      const again = outlasting((own) => own.put(other.hash, other.bytes));
      await until(
        () => tries > 1,
        () => ended,
      );
      over();
      await again;
      expect(store.requests.slice(before).filter((line) => line.startsWith("PUT")).length).toBeGreaterThan(1);
      expect(named(await place.get(other.hash))).toBe(other.hash);
    }
  });

  test("is not waited for any more when work is broken off", async () => {
    const place = await sharedPlace(placeName(part()));
    onTestFinished(store.refuse(/^GET/, { status: 503 }));
    const stop = new AbortController();
    const getting = lasting(() => place.get(hashOf(Buffer.from("x"))), stop.signal);
    const before = store.requests.length;
    await until(() => store.requests.length > before);
    stop.abort(new Error("broken off"));
    await expect(getting).rejects.toThrow("broken off");
  });
});

describe("what cannot be done is one sentence", () => {
  /** What a worker complains of, on a database of its own or one that is there. */
  async function complaint(asked: string | undefined, url?: string): Promise<string> {
    const on = url ?? (await newDatabase());
    const { code, complaint: told } = await agon([
      "worker",
      "--on",
      on,
      ...(asked === undefined ? [] : ["--shared", asked]),
    ]);
    expect(code, told).toBe(2);
    expect(told.trim().split("\n")).toHaveLength(1);
    expect(told).not.toMatch(/geheim/);
    return told;
  }
  const UNUSABLE =
    "^agon: the place for large files s3://large-files/x at http://127\\.0\\.0\\.1:\\d+ cannot be used: ";
  const asked = (): string => `s3://${store.bucket}/x`;

  test("no credentials, wrong ones and a wrong bucket", async () => {
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "geheim");
    expect(await complaint(asked())).toMatch(
      new RegExp(
        `${UNUSABLE}the store says SignatureDoesNotMatch; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to keys that the store knows`,
      ),
    );
    vi.stubEnv("AWS_ACCESS_KEY_ID", "nobody");
    expect(await complaint(asked())).toMatch(
      new RegExp(`${UNUSABLE}the store says InvalidAccessKeyId; set AWS_ACCESS_KEY_ID`),
    );
    vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
    expect(await complaint(asked())).toMatch(
      /^agon: there are no credentials for s3:\/\/large-files\/x at .* in the environment; set/,
    );
    store.enter();
    expect(await complaint("s3://nowhere")).toMatch(
      /^agon: the place for large files s3:\/\/nowhere at .* cannot be used: the store says NoSuchBucket; make the bucket, or mend its name$/m,
    );
    expect(await complaint("s3://Large Files")).toMatch(/^agon: --shared names no bucket of an S3 store; write s3:/);
  });

  test.each([
    [{ status: 403, code: "AccessDenied" }, "the store says AccessDenied; let this user get, put, delete and list"],
    [{ status: 400, code: "ExpiredToken" }, "the store says ExpiredToken; set .* AWS_SESSION_TOKEN anew"],
    [{ status: 403, code: "RequestTimeTooSkewed" }, "the store says RequestTimeTooSkewed; set the clock"],
    [
      { status: 400, code: "AuthorizationHeaderMalformed" },
      "the store says Auth.*; set AWS_REGION to the bucket's region",
    ],
    [{ status: 301 }, "the store answers with status 301; set AWS_REGION"],
    [{ status: 404 }, "the store answers with status 404; mend the endpoint, AWS_ENDPOINT_URL_S3"],
    [{ status: 405 }, "the store answers with status 405; is AWS_ENDPOINT_URL_S3 the endpoint of an S3 store"],
    [{ status: 507, code: "XMinioStorageFull" }, "the store says XMinioStorageFull; make room there"],
    [{ status: 503, code: "SlowDown" }, "the store answers with status 503 SlowDown; start the store"],
  ])("a store that says %j", async (answer, sentence) => {
    onTestFinished(store.refuse(/^PUT/, answer));
    expect(await complaint(asked())).toMatch(new RegExp(UNUSABLE + sentence));
  });

  test("a store that takes what it does not give back, or that one must not read", async () => {
    const over = store.refuse(/^GET/, { status: 200 });
    expect(await complaint(asked())).toMatch(
      new RegExp(`${UNUSABLE}what is put there does not come back; mend the endpoint`),
    );
    over();
    onTestFinished(store.refuse(/^GET/, { status: 403, code: "AccessDenied" }));
    expect(await complaint(asked())).toMatch(new RegExp(`${UNUSABLE}the store says AccessDenied; let this user get`));
  });

  test("an endpoint where nothing answers", async () => {
    await store.close();
    onTestFinished(() => store.open());
    expect(await complaint(asked())).toMatch(
      new RegExp(
        `${UNUSABLE}connect ECONNREFUSED .*; start the store, or mend the endpoint: AWS_ENDPOINT_URL_S3$`,
        "m",
      ),
    );
  });

  test("a place that is kept, where this machine has no credentials, or another endpoint is named", async () => {
    const { url } = await cluster(asked());
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "");
    expect(await complaint(undefined, url)).toMatch(/^agon: there are no credentials for s3:\/\/large-files\/x at/);
    store.enter();
    vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://elsewhere:9000");
    expect(await complaint(asked(), url)).toMatch(
      /^agon: large files of this cluster lie in s3:\/\/large-files\/x\?endpoint=http:\/\/127\..*, not in s3:\/\/large-files\/x\?endpoint=http:\/\/elsewhere:9000&region=us-east-1; leave --shared out, or give/,
    );
    expect(await complaint(scratch(), url)).toMatch(/large files of this cluster lie in s3:.*, not in \//);
  });

  test("an object or a file that is too large", async () => {
    const place = await sharedPlace(placeName(part()));
    const { hash, bytes } = blobOf(large());
    onTestFinished(store.refuse(/^PUT/, { status: 413, code: "EntityTooLarge" }));
    const refused = place.put(hash, bytes);
    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(
      /the store says EntityTooLarge; let the store, or what stands before it, take larger/,
    );
    const file = join(scratch(), "huge");
    writeFileSync(file, "");
    truncateSync(file, 2 ** 31);
    expect(() => fileBlob(file)).toThrow(/huge has 2\.0 GiB; a file that travels between machines has less than 2 GiB/);
    rmSync(file);
  });
});

describe("a run", () => {
  const LEARN = `environment: { id: control/cart-pole, horizon: 40 }
objective: success
seeds: 2
episodes: 2
agents: { policy: ppo, steps: 256, copies: 4, rollout: 32, hidden: [256, 256] }
reward: private
`;
  /** A folder with the experiment. */
  function placed(): string {
    const folder = scratch();
    writeFileSync(join(folder, "learn.yaml"), LEARN);
    return folder;
  }
  /** What it leaves on one machine, run once for all tests. */
  let expected: Record<string, string>;
  beforeAll(async () => {
    const { folder, gone } = scratchFolder();
    writeFileSync(join(folder, "learn.yaml"), LEARN);
    const { code, stderr } = await agon(["run", "learn.yaml", "--store", "a"], { cwd: folder });
    expect(code, stderr).toBe(0);
    expected = contents(join(folder, "a"));
    gone();
  });

  test("with large results in a bucket is that of one machine, also while the store is away in its midst", async () => {
    const [folder, url, asked] = [placed(), await newDatabase(), part()];
    const worker = await startWorker(url, "--shared", asked);
    // The cluster keeps where the bucket is: the submitter's environment says it no more.
    vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://elsewhere:9000");
    const running = submitted(["run", "learn.yaml", "--store", "b", "--on", url], folder);
    const over = () => running.over() ?? (worker.process.exitCode === null ? undefined : worker.said());
    await until(() => inBucket(asked).length > 0, over);
    const { count, end } = store.cut();
    // Four tries lie more than a second apart.
    await until(() => count() > 4, over);
    end();
    const { code, stderr } = await running.done;
    expect(code, stderr).toBe(0);
    expect(contents(join(folder, "b"))).toEqual(expected);
    expect(inBucket(asked).length).toBeGreaterThan(0);
  });

  test("goes on elsewhere where a worker's credentials are taken back", async () => {
    const [folder, url, asked] = [placed(), await newDatabase(), part()];
    const first = await startWorker(url, "--shared", asked);
    const over = store.refuse(/^PUT .*\/[0-9a-f]{64}$/, { status: 400, code: "ExpiredToken" });
    onTestFinished(over);
    const running = submitted(["run", "learn.yaml", "--store", "b", "--on", url], folder);
    expect((await first.done).code).toBe(2);
    expect(first.said()).toMatch(/cannot be used: the store says ExpiredToken; set AWS_ACCESS_KEY_ID/);
    over();
    await startWorker(url);
    const { code, stderr } = await running.done;
    expect(code, stderr).toBe(0);
    expect(contents(join(folder, "b"))).toEqual(expected);
  });
});
