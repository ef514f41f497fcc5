import type { Secret } from "#connectors/contract/index.ts";

import type { CallContext } from "../../kernel/context.ts";

/** A part of the vault that an export holds. */
interface ExportSource {
  /** Name of the file that holds it when the export is opened. */
  readonly name: string;
  read(context: CallContext): Secret;
}

/** Parts of an export: everything that opens the vault without this installation. */
export const exportSources: readonly ExportSource[] = [
  { name: "keys.json", read: ({ store }) => store.vault.ringInClear() },
];
