import { pack } from "#platform/nodes/packing.ts";
import { writeAnswer } from "#platform/nodes/write-answer.ts";
import type { Answer } from "#store/replication/replication.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { requireOwnKeys } from "./own-node.ts";
import { sealSecrets } from "./seal-secrets.ts";

/** Changes for a node, which are still to be sealed and signed. */
export interface GivenChanges {
  readonly answer: Answer;
  /** Asking node. */
  readonly to: string;
  readonly sealingKey: string;
  readonly nonce: string;
}

/** Returns the bytes of an answer: its secrets sealed to the asking node, all of it signed by this one, and packed. */
export async function packAnswer(
  context: Pick<ServiceContext, "store">,
  { answer, to, sealingKey, nonce }: GivenChanges,
): Promise<Buffer> {
  const { from, logEpoch: epoch, changes, position, vector } = answer;
  const secrets = await sealSecrets(answer.secrets, sealingKey);
  const keys = await requireOwnKeys(context);
  const head = { from, to, schema: schemaVersion(), epoch, nonce };
  return pack(writeAnswer({ ...head, changes, position, vector, secrets }, keys));
}
