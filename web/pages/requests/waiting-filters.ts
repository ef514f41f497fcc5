import { requestOperationCodes } from "#domain/requests/operation-codes.ts";

import { literal } from "../../api/odata.ts";
import type { TextKey } from "../../messages/text.ts";
import type { TableFilter } from "../../table/table-column.ts";
import { targetFilter } from "../../table/target-filter.ts";

const anyOperation = (condition: string) => `operations/any(o: o/${condition})`;

const personFilter = (name: "requester" | "recipient"): TableFilter => ({
  name,
  title: `request.${name}` as const satisfies TextKey,
  enters: "text",
  where: (entered) => {
    const typed = literal(entered.trim().toLowerCase());
    const parts = ["id", "displayName"].map((property) => `contains(tolower(${name}/${property}),${typed})`);
    return typed === "''" ? undefined : parts.join(" or ");
  },
});

const expiresWithin = (period: string) => `expiresAt lt now() add duration'${period}'`;

/** Returns the filters of the list of pending approvals. */
export function waitingFilters(targets: Parameters<typeof targetFilter>[0]): readonly TableFilter[] {
  return [
    targetFilter(targets, (id) => anyOperation(`targetSystemKey eq ${id}`)),
    {
      name: "operation",
      title: "request.asksFor",
      choices: requestOperationCodes().map((code) => ({
        value: code,
        text: `operation.${code}` as const,
        where: anyOperation(`code eq '${code}'`),
      })),
    },
    {
      name: "kind",
      title: "waiting.kind",
      choices: [
        {
          value: "decide",
          text: "waiting.toDecide",
          where: "sentBackAt eq null",
        },
        {
          value: "sentBack",
          text: "waiting.sentBack",
          where: "sentBackAt ne null",
        },
      ],
    },
    {
      name: "expires",
      title: "request.expires",
      choices: [
        {
          value: "day",
          text: "waiting.withinDay",
          where: expiresWithin("P1D"),
        },
        {
          value: "week",
          text: "waiting.withinWeek",
          where: expiresWithin("P7D"),
        },
      ],
    },
    personFilter("requester"),
    personFilter("recipient"),
  ];
}
