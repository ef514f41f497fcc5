import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { type BodyOf, call, type Tagged } from "../api/call.ts";
import { useChanging } from "../api/changing.ts";
import type { Path } from "../api/odata.ts";
import { pathOf } from "../api/path.ts";
import { read } from "../api/read.ts";
import { CallError, faultsByField } from "../base/call-error.ts";
import type { EnteredValues } from "./declared-values.ts";

/** A set whose rows are edited on pages of their own. */
type EditedSet = "targetSystems" | "targetGroups" | "passwordPolicies" | "samlProviders" | "settings";
type Body<Set extends EditedSet> = BodyOf<`PATCH ${Set}()`>;

/** Place of the row in the API. */
interface EditedPlace<Set extends EditedSet> {
  readonly set: Set;
  readonly key: string;
}

const none: ReadonlyMap<string, string> = new Map();

/** Returns the error texts of a refused call by the names of their fields. */
export const faultsIn = (error: unknown) => (error instanceof CallError ? faultsByField(error) : none);

/**
 * Holds the edits of a row. A save applies only to the version that the user has seen. If someone else has saved meanwhile, `renew` reads
 * the newest version and keeps the edits.
 */
export function useEditing<Row extends object, Set extends EditedSet>(
  current: Tagged<Row>,
  { set, key }: EditedPlace<Set>,
) {
  const [base, setBase] = useState<Tagged<Row>>();
  const [edits, setEdits] = useState<Partial<Row>>({});
  const { mutate, isPending, isSuccess, error, reset } = useChanging([pathOf<EditedSet>(set)]);
  const renewing = useMutation<Tagged<Row>>({
    mutationFn: () => read(pathOf<`${EditedSet}()`>(`${set}()`, key) as Path as Path<Tagged<Row>>),
    onSuccess(newest) {
      setBase(newest);
      reset();
    },
  });
  const seen = base ?? current;
  const isChanged = Object.keys(edits).length > 0;
  const forget = () => {
    setBase(undefined);
    setEdits({});
  };
  const edit = (changed: Partial<Row>) => {
    setBase(seen);
    setEdits({ ...edits, ...changed });
  };
  return {
    shown: { ...seen, ...edits } as Row,
    edits,
    /** Properties of fields that come from the declaration. */
    fields: {
      on: "change",
      entered: { ...seen, ...edits } as EnteredValues,
      row: seen,
      error,
      change: (changed: EnteredValues) => edit(changed as Partial<Row>),
    } as const,
    isChanged,
    isPending: isPending || renewing.isPending,
    isSaved: isSuccess && !isChanged,
    isStale: error instanceof CallError && error.status === 412,
    error: renewing.error ?? error,
    faults: faultsIn(error),
    edit,
    /** Saves the edits, or a body in the API's own form. */
    save(body = edits as Body<Set>) {
      const etag = seen["@odata.etag"] ?? null;
      mutate(call<`PATCH ${EditedSet}()`>(`PATCH ${set}()`, { key, body, etag }), { onSuccess: forget });
    },
    discard() {
      forget();
      reset();
    },
    renew: () => renewing.mutate(),
  };
}

/** Edits of a row with the functions that save or discard them. */
export type Editing<Row extends object> = ReturnType<typeof useEditing<Row, EditedSet>>;
