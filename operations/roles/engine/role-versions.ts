import type { RoleContent } from "#domain/roles/role-content.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { definedFields } from "../../kernel/defined-fields.ts";

type Version = Row<"roleVersions">;

/** Content of a new role of which nothing is said. */
export const emptyContent: RoleContent = {
  description: null,
  condition: null,
  surplus: "none",
  deficit: "none",
  asksPhases: false,
  entitlements: [],
};

/** Returns the versions of a role, the newest first. */
export function versionsOf({ store }: Pick<CallContext, "store">, roleKey: string): Promise<readonly Version[]> {
  return store.select("roleVersions", { where: { roleKey }, orderBy: [["number", "desc"]] });
}

/** Returns the columns of a role that its version in force decides. */
export function columnsOf({ description, condition, surplus, deficit, asksPhases }: RoleContent) {
  return { description, condition, surplus, deficit, asksPhases } satisfies Partial<Row<"roles">>;
}

/** Changes of a draft: fields of its content, and the reason of the version. */
export type DraftChanges = { readonly [F in keyof RoleContent]?: RoleContent[F] | undefined } & {
  readonly comment?: string | null | undefined;
};

/**
 * Writes changes into the draft of a locked role, in the current transaction. Without a draft one is begun, with the content of the version
 * in force, or of the latest one.
 */
export async function changeDraft(context: CallContext, roleKey: string, changes: DraftChanges): Promise<Version> {
  const { store, ids, clock, caller } = context;
  const versions = await versionsOf(context, roleKey);
  const draft = versions.find(({ state }) => state === "draft");
  const { comment, ...fields } = changes;
  const reason = comment === undefined ? {} : { comment };
  if (draft !== undefined) {
    const content = { ...draft.content, ...definedFields(fields) };
    return store.save("roleVersions", { key: draft.key, content, ...reason });
  }
  const base = versions.find(({ state }) => state === "inForce") ?? versions[0];
  return store.add("roleVersions", {
    key: ids.guid(),
    roleKey,
    number: (versions[0]?.number ?? 0) + 1,
    state: "draft",
    content: { ...(base?.content ?? emptyContent), ...definedFields(fields) },
    createdAt: clock.now(),
    createdBy: caller.key,
    ...reason,
  });
}
