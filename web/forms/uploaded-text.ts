import { bodyMaxBytes } from "#domain/limits.ts";
import { textOfBytes } from "#domain/text-of-bytes.ts";

/** Text of a selected file, or the reason why the file is not sent. */
export type UploadedText =
  | { readonly text: string; readonly unfit?: never }
  | { readonly text?: never; readonly unfit: "tooLarge" }
  | { readonly text?: never; readonly unfit: "notUtf8"; readonly line: number };

/**
 * Reads the text of a selected file. `bodyOf` returns the body in which it is sent: the service closes the connection of a body that is too
 * large, so the browser would not see its answer.
 */
export async function uploadedText(file: File, bodyOf: (text: string) => object): Promise<UploadedText> {
  if (file.size > bodyMaxBytes) return { unfit: "tooLarge" };
  const read = textOfBytes(new Uint8Array(await file.arrayBuffer()));
  if (!("text" in read)) return { unfit: "notUtf8", line: read.line };
  const { text } = read;
  return new Blob([JSON.stringify(bodyOf(text))]).size > bodyMaxBytes ? { unfit: "tooLarge" } : { text };
}
