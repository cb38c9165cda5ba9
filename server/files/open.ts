import { join } from "node:path";
import { openLocalFiles } from "./local";
import type { Files } from "./port";
import { openS3Files, type S3Config } from "./s3";

interface FilesConfig {
  dataFolder: string;
  /** Undefined: files are stored in the data folder. */
  s3: S3Config | undefined;
}

export function openFiles({ dataFolder, s3 }: FilesConfig): Files {
  const folder = join(dataFolder, "files");
  return s3 ? openS3Files(s3, folder) : openLocalFiles(folder);
}
