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
import { placeName, sharedPlace } from "../src/cluster/shared-place.ts";
import { UserError } from "../src/core/errors.ts";
import { agon, contents, scratch } from "./cli/agon.ts";
import { startWorker, submitted } from "./fixtures/cluster.ts";
import { type StoreRefusal, startStore, type TestStore } from "./fixtures/s3.ts";
import { newDatabase } from "./fixtures/shared.ts";
import { until } from "./fixtures/until.ts";
import { words } from "./fixtures/words.ts";

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
const PLACES = {
  "a folder": () => {
    const address = scratch();
    return { asked: address, kept: () => Object.keys(contents(address)).map((file) => file.slice(3)) };
  },
  "a bucket": () => {
    const address = part();
    return { asked: address, kept: () => inBucket(address).map((name) => name.slice(-64)) };
  },
};

interface Place {
  readonly pool: Pool;
  readonly blobs: Blobs;
}

/** A fresh cluster with a place for large files. */
async function cluster(address?: string): Promise<Place & { readonly url: string }> {
  const url = await newDatabase();
  const pool = await connected(url);
  onTestFinished(() => pool.end());
  await makeTables(pool);
  if (address !== undefined) await setSharedPlace(pool, address);
  return { pool, url, blobs: await openBlobs(pool) };
}

describe.each(Object.entries(PLACES))("%s", (_, make) => {
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
    async function claims({ asked, kept } = make()) {
      const place = await cluster(asked);
      const batch = "INSERT INTO agon.batches (id, title, version, host, jobs) VALUES ('b', 't', 'v', 'h', 1)";
      await place.pool.query(batch);
      const take = async (worker: string): Promise<JobClaim> => {
        const [own] = await claim(place.pool, worker, { batch: "b", keys: ["job"], titles: ["a job"] });
        return own;
      };
      return { place, own: await take("one"), kept, again: () => take("other") };
    }
    const end = async ({ pool, blobs }: Place, worker: string, own: JobClaim, result: Buffer) => {
      const blob = blobOf(result);
      const ending = { output: Buffer.from("x"), seconds: 1, files: [{ path: "file", hash: blob.hash }] };
      const rows = await blobs.placed([blob]);
      return new Commits({ pool, blobs, worker }, 0).add(own, { ...ending, state: "done", blobs: rows });
    };
    /** What another worker would go on from. */
    const checkpointOf = async (place: Place, key: string): Promise<Buffer | undefined> => {
      const sql = "SELECT hash FROM agon.checkpoints WHERE key = $1";
      const { rows } = await place.pool.query<{ hash: string }>(sql, [key]);
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
      const twin = "INSERT INTO agon.jobs (key, batch, title, state) VALUES ('twin', 'b', 'a twin', 'taken')";
      await place.pool.query(twin);
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
    const address = part();
    const place = await sharedPlace(placeName(address));
    const { hash, bytes } = blobOf(large());
    const before = store.requests.length;
    await place.put(hash, bytes);
    expect(store.headers()).toMatchObject({ "x-amz-content-sha256": hash, "x-amz-security-token": "a-token" });
    await place.put(hash, bytes);
    const name = `/${store.bucket}/${address.split("/").at(-1)}/${hash.slice(0, 2)}/${hash}`;
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
    const address = part();
    // One after the other: this store answers with half of a greeting that is written at the same time.
    const places = [await sharedPlace(placeName(address)), await sharedPlace(placeName(address))];
    const { hash, bytes } = blobOf(large());
    await Promise.all(places.map((place) => place.put(hash, bytes)));
    expect(inBucket(address)).toHaveLength(1);
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
    /** Puts a large file while the store is as `away` makes it, until it was tried more than `least` times. */
    const outlasting = async (least: number, away: (hash: string) => () => void | Promise<void>): Promise<void> => {
      const { hash, bytes } = blobOf(large());
      const back = away(hash);
      let tries = 0;
      let ended: string | undefined;
      const putting = lasting(() => {
        tries += 1;
        return place.put(hash, bytes);
      }).catch((error: unknown) => {
        ended = String(error);
      });
      await until(
        () => tries > least,
        () => ended,
      );
      await back();
      await putting;
      expect(ended).toBeUndefined();
      expect(named(await place.get(hash))).toBe(hash);
    };
    await store.close();
    await outlasting(2, () => () => store.open());
    const answers: readonly StoreRefusal[] = [
      { status: 503, code: "SlowDown" },
      { status: 500 },
      { status: 429, code: "TooManyRequests" },
      { status: 400, code: "RequestTimeout" },
      { status: 400, code: "XAmzContentSHA256Mismatch" },
    ];
    await Promise.all(answers.map((one) => outlasting(1, (hash) => store.refuse(new RegExp(`^PUT .*${hash}`), one))));
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
  let unused: Promise<string> | undefined;
  /** What a worker complains of, on a database that knows no place, or on this one. */
  async function complaint(address: string | undefined, url?: string): Promise<string> {
    unused ??= newDatabase();
    const shared = address === undefined ? [] : ["--shared", address];
    const { code, complaint: message } = await agon(["worker", "--on", url ?? (await unused), ...shared]);
    expect(code, message).toBe(2);
    expect(message).not.toMatch(/geheim/);
    return message.replaceAll(/127\.0\.0\.1:\d+/g, "HERE").replace(/not in \/.*;/, "not in FOLDER;");
  }
  const bucketAddress = (): string => `s3://${store.bucket}/x`;
  /** With these variables of the environment, beside those of a user. */
  const where =
    (variables: Readonly<Record<string, string | undefined>>, complain: () => Promise<string>) => async () => {
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
      return complain().finally(store.enter);
    };
  const refused = (fits: RegExp, answer: StoreRefusal) => async () => {
    const over = store.refuse(fits, answer);
    return complaint(bucketAddress()).finally(over);
  };
  const REFUSALS: readonly StoreRefusal[] = [
    { status: 403, code: "AccessDenied" },
    { status: 400, code: "ExpiredToken" },
    { status: 403, code: "RequestTimeTooSkewed" },
    { status: 400, code: "AuthorizationHeaderMalformed" },
    { status: 301 },
    { status: 404 },
    { status: 405 },
    { status: 507, code: "XMinioStorageFull" },
    { status: 503, code: "SlowDown" },
  ];
  let known: Promise<{ readonly url: string }> | undefined;
  const ofKnown = async (place?: string) => {
    known ??= cluster(bucketAddress());
    return complaint(place, (await known).url);
  };

  words("large-files", [
    ["a wrong key", where({ AWS_SECRET_ACCESS_KEY: "geheim" }, () => complaint(bucketAddress()))],
    ["an unknown user", where({ AWS_ACCESS_KEY_ID: "nobody" }, () => complaint(bucketAddress()))],
    ["no user", where({ AWS_ACCESS_KEY_ID: undefined }, () => complaint(bucketAddress()))],
    ["no such bucket", () => complaint("s3://nowhere")],
    ["no name of a bucket", () => complaint("s3://Large Files")],
    ...REFUSALS.map((one) => [Object.values(one).join(" "), refused(/^PUT/, one)] as const),
    ["what is put does not come back", refused(/^GET/, { status: 200 })],
    ["what is put must not be read", refused(/^GET/, { status: 403, code: "AccessDenied" })],
    ["nothing answers", () => store.close().then(() => complaint(bucketAddress()).finally(store.open))],
    ["a folder in place of the bucket", () => ofKnown(scratch())],
    ["a place that is kept, without credentials", where({ AWS_SECRET_ACCESS_KEY: "" }, () => ofKnown())],
    ["another endpoint", where({ AWS_ENDPOINT_URL_S3: "http://elsewhere:9000" }, () => ofKnown(bucketAddress()))],
  ]);

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

test("a run with large results in a bucket is that of one machine, though credentials end and the store is away", async () => {
  const [folder, url, address] = [scratch(), await newDatabase(), part()];
  writeFileSync(
    join(folder, "learn.yaml"),
    `environment: { id: control/cart-pole, horizon: 40 }
objective: success
seeds: 2
episodes: 2
agents: { policy: ppo, steps: 128, copies: 4, rollout: 32, hidden: [256, 256] }
reward: private
`,
  );
  const here = await agon(["run", "learn.yaml", "--store", "a"], { cwd: folder });
  expect(here.code, here.stderr).toBe(0);
  const first = await startWorker(url, "--shared", address);
  const expired = store.refuse(/^PUT .*\/[0-9a-f]{64}$/, { status: 400, code: "ExpiredToken" });
  onTestFinished(expired);
  // The cluster keeps where the bucket is: the submitter's environment says it no more.
  vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://elsewhere:9000");
  const running = submitted(["run", "learn.yaml", "--store", "b", "--on", url], folder);
  expect((await first.done).code).toBe(2);
  expect(first.said()).toMatch(/cannot be used: the store says ExpiredToken; set AWS_ACCESS_KEY_ID/);
  expired();
  const second = await startWorker(url);
  const over = () => running.over() ?? (second.process.exitCode === null ? undefined : second.said());
  await until(() => inBucket(address).length > 0, over);
  const { count, end } = store.cut();
  // Four tries lie more than a second apart.
  await until(() => count() > 4, over);
  end();
  const { code, stderr } = await running.done;
  expect(code, stderr).toBe(0);
  expect(contents(join(folder, "b"))).toEqual(contents(join(folder, "a")));
  expect(inBucket(address).length).toBeGreaterThan(0);
});
