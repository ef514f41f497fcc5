import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { read, type Tagged } from "../api/call.ts";
import { useChanging } from "../api/changing.ts";
import { CallError, faultsByField } from "../base/call-error.ts";

interface EditingTerms {
  /** Path of the row. */
  readonly path: string;
  /** Paths of the sets that are invalidated after a save. */
  readonly sets: readonly string[];
}

const none: ReadonlyMap<string, string> = new Map();

/** Returns the error texts of a refused call by the names of their fields. */
export const faultsIn = (error: unknown) => (error instanceof CallError ? faultsByField(error) : none);

/**
 * Holds the edits of a row. A save applies only to the version that the user has seen. If someone else has saved meanwhile, `renew` reads
 * the newest version and keeps the edits.
 */
export function useEditing<Row extends object>(current: Tagged<Row>, { path, sets }: EditingTerms) {
  const [base, setBase] = useState<Tagged<Row>>();
  const [edits, setEdits] = useState<Partial<Row>>({});
  const { mutate, isPending, isSuccess, error, reset } = useChanging(sets);
  const renewing = useMutation<Tagged<Row>>({
    mutationFn: () => read(path),
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
  return {
    shown: { ...seen, ...edits } as Row,
    edits,
    isChanged,
    isPending: isPending || renewing.isPending,
    isSaved: isSuccess && !isChanged,
    isStale: error instanceof CallError && error.status === 412,
    error: renewing.error ?? error,
    faults: faultsIn(error),
    edit(changed: Partial<Row>) {
      setBase(seen);
      setEdits({ ...edits, ...changed });
    },
    /** Saves the edits, or a body in the API's own form. */
    save(body: object = edits) {
      mutate({ method: "PATCH", path, body, etag: seen["@odata.etag"] ?? null }, { onSuccess: forget });
    },
    discard() {
      forget();
      reset();
    },
    renew: () => renewing.mutate(),
  };
}

/** Edits of a row with the functions that save or discard them. */
export type Editing<Row extends object> = ReturnType<typeof useEditing<Row>>;
