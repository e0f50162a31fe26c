// A cell as a file of events that TensorBoard reads: records of TFRecord, each an `Event`. Scalars are 32-bit numbers there. Of the
// hyperparameters' dashboard it says which settings make the variant, so that seeds of a variant are one group.
// Formats: tensorflow/core/lib/io/record_writer.h, tensorflow/core/util/event.proto, tensorboard/plugins/hparams/plugin_data.proto.

import { crc32c } from "@node-rs/crc32";
import protobuf from "protobufjs/light.js";
import type { CellSeries } from "./cell-series.ts";
import { folderName } from "./folder-name.ts";

const SETTINGS: protobuf.IMapField = { keyType: "string", type: "HParam", id: 1 };

/** The fields that are written, by their numbers. */
export const EVENT_MESSAGES = protobuf.Root.fromJSON({
  nested: {
    Event: {
      fields: {
        wallTime: { type: "double", id: 1 },
        step: { type: "int64", id: 2 },
        fileVersion: { type: "string", id: 3 },
        summary: { type: "Summary", id: 5 },
        sourceMetadata: { type: "SourceMetadata", id: 10 },
      },
    },
    SourceMetadata: { fields: { writer: { type: "string", id: 1 } } },
    Summary: { fields: { value: { rule: "repeated", type: "SummaryValue", id: 1 } } },
    SummaryValue: {
      fields: {
        tag: { type: "string", id: 1 },
        simpleValue: { type: "float", id: 2 },
        metadata: { type: "SummaryMetadata", id: 9 },
      },
      // Of what is one of several, a 0 is written too.
      oneofs: { value: { oneof: ["simpleValue"] } },
    },
    SummaryMetadata: { fields: { pluginData: { type: "PluginData", id: 1 } } },
    PluginData: { fields: { pluginName: { type: "string", id: 1 }, content: { type: "bytes", id: 2 } } },
    HParamsPluginData: {
      fields: {
        sessionStartInfo: { type: "SessionStartInfo", id: 3 },
        sessionEndInfo: { type: "SessionEndInfo", id: 4 },
      },
    },
    SessionStartInfo: {
      fields: {
        hparams: SETTINGS,
        groupName: { type: "string", id: 4 },
        startTimeSecs: { type: "double", id: 5 },
      },
    },
    SessionEndInfo: { fields: { status: { type: "int32", id: 1 }, endTimeSecs: { type: "double", id: 2 } } },
    // google.protobuf.Value
    HParam: {
      fields: { numberValue: { type: "double", id: 2 }, stringValue: { type: "string", id: 3 } },
      oneofs: { kind: { oneof: ["numberValue", "stringValue"] } },
    },
  },
});
const EVENT = EVENT_MESSAGES.lookupType("Event");
const HPARAMS = EVENT_MESSAGES.lookupType("HParamsPluginData");

const SUCCESS = 1;

/** Where a cell's file lies: TensorBoard takes a folder for a run, and any file in it with `tfevents` in its name. */
export const eventsFile = ({ record, variant, seed }: CellSeries): string =>
  `${record.run}/${folderName(variant.name)}/seed-${seed}/events.out.tfevents.agon`;

/** The file, piece by piece. */
export async function* eventRecords(series: CellSeries): AsyncGenerator<Uint8Array> {
  const { variant, final } = series;
  const wallTime = series.doneAt / 1000;
  const record = (event: object) => tfRecord(EVENT.encode(EVENT.fromObject({ wallTime, ...event })).finish());
  const hparams = (tag: string, info: object) => {
    const content = HPARAMS.encode(HPARAMS.fromObject(info)).finish();
    return record({ summary: { value: [{ tag, metadata: { pluginData: { pluginName: "hparams", content } } }] } });
  };
  const scalars = (step: number, values: Readonly<Record<string, number>>) =>
    record({ step, summary: { value: Object.entries(values).map(([tag, simpleValue]) => ({ tag, simpleValue })) } });
  yield record({ fileVersion: "brain.Event:2", sourceMetadata: { writer: "agon" } });
  const settings = Object.entries({ ...variant.settings, variant: variant.name }).map(([key, text]) => [
    key,
    hparam(text),
  ]);
  yield hparams("_hparams_/session_start_info", {
    sessionStartInfo: { hparams: Object.fromEntries(settings), groupName: variant.name, startTimeSecs: wallTime },
  });
  let last = 0;
  for await (const { steps, values } of series.points()) {
    yield scalars(steps, values);
    last = steps;
  }
  yield scalars(last, final);
  yield hparams("_hparams_/session_end_info", { sessionEndInfo: { status: SUCCESS, endTimeSecs: wallTime } });
}

/** A setting as people read it, `−3`, as a number where it is one. */
function hparam(text: string): object {
  const value = text.trim() === "" ? Number.NaN : Number(text.replace("−", "-"));
  return Number.isFinite(value) ? { numberValue: value } : { stringValue: text };
}

/** A record: the length of the data, its checksum, the data, its checksum. */
function tfRecord(data: Uint8Array): Uint8Array {
  const record = Buffer.alloc(data.length + 16);
  record.writeBigUInt64LE(BigInt(data.length), 0);
  record.writeUInt32LE(maskedChecksum(record.subarray(0, 8)), 8);
  record.set(data, 12);
  record.writeUInt32LE(maskedChecksum(data), data.length + 12);
  return record;
}

/** CRC-32C, turned and shifted so that a checksum of data which holds checksums is a good one. */
function maskedChecksum(data: Uint8Array): number {
  const checksum = crc32c(data);
  return (((checksum >>> 15) | (checksum << 17)) + 0xa282ead8) >>> 0;
}
