import type { OrderAttributes } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

/** Name of the attribute that names a created object; it is not sent as an attribute. */
export const nameAttribute = "shortId";

/** Names of an operation's objects at the time of the request: readers of the request see them even after the objects are deleted. */
export type OperationNames = Pick<
  Row<"requestOperations">,
  "accountName" | "groupName" | "targetSystemName" | "aboutName"
>;

/** Names of an operation without objects. */
export const noNames: OperationNames = {
  accountName: null,
  groupName: null,
  targetSystemName: null,
  aboutName: null,
};

/** Rows that an operation names; absent = it names none, or makes it. */
interface NamedRows {
  readonly target: Row<"targetSystems">;
  readonly account: Row<"accounts"> | undefined;
  readonly group: Row<"groups"> | undefined;
  /** The kind of object that the operation makes. */
  readonly creates: "account" | "group" | null;
  readonly attributes: OrderAttributes | null | undefined;
}

/** Returns the names of an operation's objects. */
export function namesOf({ target, account, group, creates, attributes }: NamedRows): OperationNames {
  const given = attributes?.[nameAttribute]?.[0];
  const made = given === undefined ? null : String(given);
  const shown = (row: Pick<Row<"groups">, "displayId" | "shortId">) =>
    row.displayId === "" ? row.shortId : row.displayId;
  return {
    accountName: account?.shortId ?? (creates === "account" ? made : null),
    groupName: group === undefined ? (creates === "group" ? made : null) : shown(group),
    targetSystemName: target.description,
    aboutName: null,
  };
}
