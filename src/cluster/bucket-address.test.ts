import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { bucketAddress, bucketName, credentialsFor } from "./bucket-address.ts";

const KEYS = { AWS_ACCESS_KEY_ID: "a-key", AWS_SECRET_ACCESS_KEY: "geheim" };

describe("an address", () => {
  test.each([
    ["s3://runs", {}, "s3://runs?endpoint=https://s3.us-east-1.amazonaws.com&region=us-east-1"],
    [
      "s3://runs/a/b/",
      { AWS_REGION: "eu-west-1" },
      "s3://runs/a/b?endpoint=https://s3.eu-west-1.amazonaws.com&region=eu-west-1",
    ],
    [
      "s3://runs",
      { AWS_REGION: "cn-north-1" },
      "s3://runs?endpoint=https://s3.cn-north-1.amazonaws.com.cn&region=cn-north-1",
    ],
    ["s3://runs", { AWS_ENDPOINT_URL: "http://store:9000/" }, "s3://runs?endpoint=http://store:9000&region=us-east-1"],
    [
      "s3://runs/x",
      { AWS_ENDPOINT_URL: "http://other", AWS_ENDPOINT_URL_S3: "https://store/path/s3", AWS_REGION: "" },
      "s3://runs/x?endpoint=https://store/path/s3&region=us-east-1",
    ],
    [
      "s3://runs/x?endpoint=http://kept:9000&region=here",
      { AWS_ENDPOINT_URL_S3: "http://other", AWS_REGION: "there" },
      "s3://runs/x?endpoint=http://kept:9000&region=here",
    ],
  ])("%s with %j", (text, environment, name) => {
    expect(bucketName(bucketAddress(text, environment))).toBe(name);
  });

  const word = fc.stringMatching(/^[a-z][a-z0-9-]{1,12}[a-z0-9]$/);
  test.prop([word, fc.array(word, { maxLength: 3 }), word, fc.integer({ min: 1, max: 65535 }), fc.boolean()])(
    "is the same on another machine with another environment",
    (bucket, parts, host, port, isSafe) => {
      const AWS_ENDPOINT_URL_S3 = `http${isSafe ? "s" : ""}://${host}:${port}`;
      const here = bucketAddress(["s3:/", bucket, ...parts].join("/"), { AWS_ENDPOINT_URL_S3, AWS_REGION: host });
      const there = { AWS_ENDPOINT_URL_S3: "http://elsewhere", AWS_REGION: "mars" };
      expect(bucketAddress(bucketName(here), there)).toEqual(here);
    },
  );
});

describe("what is no address is told in one sentence, without what may be a secret", () => {
  const complaint = (text: string, environment: NodeJS.ProcessEnv = {}): string => {
    try {
      credentialsFor(bucketAddress(text, { ...KEYS, ...environment }), { ...KEYS, ...environment });
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
  };
  const UNNAMED = /^--shared names no bucket of an S3 store; write s3:\/\/BUCKET\/PREFIX, in letters, digits/;
  test.each([
    ["s3:", {}, UNNAMED],
    ["s3://", {}, UNNAMED],
    ["s3://Runs", {}, UNNAMED],
    ["s3://ab", {}, /^$|no bucket/],
    ["s3://runs:80/", {}, UNNAMED],
    ["s3://runs/a b", {}, UNNAMED],
    ["s3://runs/a+b", {}, UNNAMED],
    ["s3://runs/a//b", {}, UNNAMED],
    [
      "s3://key:geheim@runs/x",
      {},
      /^the address of the bucket runs says more than prefix, endpoint and region; give cred/,
    ],
    ["s3://runs/x?secret=geheim", {}, /^the address of the bucket runs says more than/],
    [
      "s3://runs",
      { AWS_ENDPOINT_URL_S3: "http://user:geheim@store" },
      /^the endpoint for the bucket runs is no address/,
    ],
    ["s3://runs", { AWS_ENDPOINT_URL: "store:9000" }, /is no address of a store; set AWS_ENDPOINT_URL_S3 to http:/],
    ["s3://runs?endpoint=ftp://store", {}, /is no address of a store; set AWS_ENDPOINT_URL_S3 to http:/],
    ["s3://runs", { AWS_REGION: "eu west" }, /^the region of the bucket runs is no name; set AWS_REGION/],
    [
      "s3://runs/x",
      { AWS_SECRET_ACCESS_KEY: "" },
      /^there are no credentials for s3:\/\/runs\/x at https:\/\/s3\.us-east-1\.amazonaws\.com in the environment; set AWS_ACCESS_KEY_ID and/,
    ],
    ["s3://runs", { AWS_ACCESS_KEY_ID: undefined }, /^there are no credentials for/],
    ["s3://runs", { AWS_SESSION_TOKEN: "geheim\n" }, /^AWS_SESSION_TOKEN holds a blank or another character/],
  ])("%s with %j", (text, environment, sentence) => {
    const told = complaint(text, environment);
    expect(told).toMatch(sentence);
    expect(told).not.toMatch(/geheim/);
  });
});
