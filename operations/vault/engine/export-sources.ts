import type { Secret } from "#connectors/contract/index.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Something of the vault that an export holds. */
interface ExportSource {
  /** The file as which it is written where the export is opened. */
  readonly name: string;
  read(context: CallContext): Secret;
}

/** What an export holds: all that opens the vault without this installation. */
export const exportSources: readonly ExportSource[] = [
  { name: "keys.json", read: ({ store }) => store.vault.ringInClear() },
];
