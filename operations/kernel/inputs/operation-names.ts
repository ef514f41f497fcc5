import type { OrderAttributes } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

/** The attribute that names what an operation creates; it is not sent as an attribute. */
export const nameAttribute = "shortId";

/** Names of what an operation is about, as they are when it is asked for: whoever reads the request reads them, also when it is gone. */
export type OperationNames = Pick<Row<"requestOperations">, "accountName" | "groupName" | "targetSystemName">;

/** Rows that an operation names; absent = it names none, or makes it. */
interface NamedRows {
  readonly target: Row<"targetSystems">;
  readonly account: Row<"accounts"> | undefined;
  readonly group: Row<"groups"> | undefined;
  /** The kind of object that the operation makes. */
  readonly creates: "account" | "group" | null;
  readonly attributes: OrderAttributes | null | undefined;
}

/** Returns the names of what an operation is about. */
export function namesOf({ target, account, group, creates, attributes }: NamedRows): OperationNames {
  const given = attributes?.[nameAttribute]?.[0];
  const made = given === undefined ? null : String(given);
  const shown = (row: Pick<Row<"groups">, "displayId" | "shortId">) =>
    row.displayId === "" ? row.shortId : row.displayId;
  return {
    accountName: account?.shortId ?? (creates === "account" ? made : null),
    groupName: group === undefined ? (creates === "group" ? made : null) : shown(group),
    targetSystemName: target.description,
  };
}
