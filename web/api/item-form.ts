import { queryOptions } from "@tanstack/react-query";

import { itemGivenBy } from "#domain/catalogue/form-codes.ts";
import type { OperationCode } from "#domain/requests/operation-codes.ts";

import { CallError } from "../base/call-error.ts";
import type { CatalogueFormField, RequestOperation } from "./model.ts";
import { address } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Fields of an operation that say which item it gives. */
type Giving = Pick<RequestOperation, "code" | "targetSystemKey"> & Partial<Pick<RequestOperation, "groupKey">>;

/** Returns the key of the catalog item that an operation gives, whose form it fills in; undefined if it gives none. */
export function givenItemKey({ code, targetSystemKey, groupKey }: Giving): string | undefined {
  return itemGivenBy({ code: code as OperationCode, targetSystemKey, groupKey })?.resourceKey;
}

/** Returns the query for the fields of the form of a catalog item; an empty list if the reader may not see the item. */
export function formFieldsQuery(itemKey: string | undefined) {
  return queryOptions({
    queryKey: [pathOf("catalogueItems"), itemKey ?? "", "form"],
    queryFn: async ({ signal }): Promise<readonly CatalogueFormField[]> => {
      try {
        const path = address(pathOf("catalogueItems()", itemKey ?? ""), { select: "formFields" });
        return (await read(path, signal)).formFields;
      } catch (error) {
        if (error instanceof CallError && (error.status === 403 || error.status === 404)) return [];
        throw error;
      }
    },
    enabled: itemKey !== undefined,
  });
}
