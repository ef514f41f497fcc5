import { z } from "zod";

import type { SettingDefinition } from "./setting-definition.ts";
import { file } from "./setting-schemas.ts";

const listOfTexts = z.array(z.string()).min(1);

/** Settings of the passphrase for a wrapped key ring. */
export const keyRingSettings = {
  keyRingPassphraseFile: {
    name: "GATEHOUSE_KEY_RING_PASSPHRASE_FILE",
    description:
      "File with the passphrase of a wrapped key ring, for its owner alone and outside of the data folder; a new key ring is wrapped by it.",
    ...file,
    stored: "database",
  },
  keyRingPassphraseCommand: {
    name: "GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND",
    description:
      'A program that prints that passphrase: its full path, or that and its words as a JSON list, such as ["/usr/bin/pass","show","ring"]. No shell reads it.',
    type: "program",
    default: null,
    schema: z
      .string()
      .transform((text, context) => {
        const command = commandOf(text);
        if (command) return command;
        context.addIssue({
          code: "custom",
          message: "must be the full path of a program, or a JSON list of texts that begins with one",
        });
        return z.NEVER;
      })
      .nullable(),
    stored: "database",
  },
} as const satisfies Record<string, SettingDefinition>;

function commandOf(text: string): readonly string[] | undefined {
  if (text.startsWith("/")) return [text];
  try {
    const { data } = listOfTexts.safeParse(JSON.parse(text));
    return data?.[0]?.startsWith("/") ? data : undefined;
  } catch {
    return undefined;
  }
}
