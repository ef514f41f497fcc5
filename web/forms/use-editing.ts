import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { read, type Tagged } from "../api/call.ts";
import { useChanging } from "../api/changing.ts";
import { CallError, faultsByField } from "../base/call-error.ts";

interface EditingTerms {
  /** Where the row is. */
  readonly path: string;
  /** What is read anew when it is saved. */
  readonly sets: readonly string[];
}

const none: ReadonlyMap<string, string> = new Map();

/** What the API has said of the fields of what it has refused, by their names. */
export const faultsIn = (error: unknown) => (error instanceof CallError ? faultsByField(error) : none);

/**
 * What somebody changes of a row. It is saved only over the version that they have seen; where another has saved meanwhile, the
 * newest version is read, and what they have changed stays.
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
    /** Saves what was changed, in the words of the API where these are others. */
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

/** What somebody changes of a row. */
export type Editing<Row extends object> = ReturnType<typeof useEditing<Row>>;
