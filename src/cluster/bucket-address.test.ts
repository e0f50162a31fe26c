import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import { bucketAddress, bucketName, credentialsFor } from "./bucket-address.ts";

const KEYS = { AWS_ACCESS_KEY_ID: "a-key", AWS_SECRET_ACCESS_KEY: "geheim" };

describe("an address", () => {
  const region = (name: string) => ({ AWS_REGION: name });
  const twice = { AWS_ENDPOINT_URL: "http://other", AWS_ENDPOINT_URL_S3: "https://store/path/s3", AWS_REGION: "" };
  const kept = "s3://runs/x?endpoint=http://kept:9000&region=here";
  test.each([
    ["s3://runs", {}, "s3://runs?endpoint=https://s3.us-east-1.amazonaws.com&region=us-east-1"],
    [
      "s3://runs/a/b/",
      region("eu-west-1"),
      "s3://runs/a/b?endpoint=https://s3.eu-west-1.amazonaws.com&region=eu-west-1",
    ],
    ["s3://runs", region("cn-north-1"), "s3://runs?endpoint=https://s3.cn-north-1.amazonaws.com.cn&region=cn-north-1"],
    ["s3://runs", { AWS_ENDPOINT_URL: "http://store:9000/" }, "s3://runs?endpoint=http://store:9000&region=us-east-1"],
    ["s3://runs/x", twice, "s3://runs/x?endpoint=https://store/path/s3&region=us-east-1"],
    [kept, { AWS_ENDPOINT_URL_S3: "http://other", AWS_REGION: "there" }, kept],
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

describe("invalid addresses", () => {
  const mistakes: [string, NodeJS.ProcessEnv?][] = [
    ["s3:"],
    ["s3://"],
    ["s3://Runs"],
    ["s3://ab"],
    ["s3://runs:80/"],
    ["s3://runs/a b"],
    ["s3://runs/a+b"],
    ["s3://runs/a//b"],
    ["s3://key:geheim@runs/x"],
    ["s3://runs/x?secret=geheim"],
    ["s3://runs", { AWS_ENDPOINT_URL_S3: "http://user:geheim@store" }],
    ["s3://runs", { AWS_ENDPOINT_URL: "store:9000" }],
    ["s3://runs?endpoint=ftp://store"],
    ["s3://runs", { AWS_REGION: "eu west" }],
    ["s3://runs/x", { AWS_SECRET_ACCESS_KEY: "" }],
    ["s3://runs", { AWS_ACCESS_KEY_ID: undefined }],
    ["s3://runs", { AWS_SESSION_TOKEN: "geheim\n" }],
  ];
  const credentials = (text: string, environment: NodeJS.ProcessEnv = {}) =>
    credentialsFor(bucketAddress(text, { ...KEYS, ...environment }), { ...KEYS, ...environment });
  words(
    "bucket-addresses",
    mistakes.map(
      ([text, more]): MessageCase => [`${text} ${JSON.stringify(more ?? {})}`, () => credentials(text, more)],
    ),
  );

  test.each(mistakes)("%s with %j tells nothing that may be a secret", (text, environment) => {
    expect(() => credentials(text, environment)).not.toThrow("geheim");
  });
});
