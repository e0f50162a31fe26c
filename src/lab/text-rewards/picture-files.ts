// Pictures on disk as programs see them: PNG files, and clips as folders of PNG frames in the order of their names.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Pixels } from "../../core/pixels.ts";
import { readPng } from "../../core/pixels.ts";
import type { SeenPicture } from "../../feedback/pictures/picture-channels.ts";

/** Pictures of one source; `file` is the name that answers have in it. */
export interface PictureFiles {
  /** Content of all that were read, so that scores of changed pictures are computed anew. */
  readonly version: string;
  /** The picture of an answer. Throws an Error where it is gone since. */
  picture(file: string): SeenPicture;
}

/** Maximum frames of a clip. */
const MOST_FRAMES = 256;

/** Files of a picture: itself, or the frames of a clip. */
export function framesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.png$/i.test(name));
  return names.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).map((name) => join(path, name));
}

/** Reads a picture, or says in words that complete "FILE …" why it cannot be read. */
export function readPicture(file: string, directory: string): SeenPicture | string {
  const path = resolve(directory, file);
  if (!existsSync(path)) return "is not there";
  const files = framesOf(path);
  if (files.length === 0) return "is a folder without PNG frames";
  if (files.length > MOST_FRAMES) return `has ${files.length} frames, and ${MOST_FRAMES} are read`;
  const frames: Pixels[] = [];
  for (const one of files) {
    const read = readPng(readFileSync(one));
    if (typeof read === "string") return read;
    if (frames.length > 0 && (read.width !== frames[0].width || read.height !== frames[0].height))
      return "has frames of several sizes";
    frames.push(read);
  }
  return { file, ...frames[0], frames };
}
