import { useState } from "react";

import type { BodyOf, Tagged } from "../api/call.ts";
import type { Changes } from "../api/calls.ts";
import type { DeclaredResource } from "../api/declared-property.ts";
import { type EnteredValues, firstValues, isWhole, sentValues } from "./declared-values.ts";

/**
 * Holds the entered values of a dialog that creates or changes an object. The page may keep reading the object; the dialog edits the
 * version that was read when it was opened. `presets` are values that a new object begins with instead of its initial ones.
 */
export function useDeclaredForm<Of extends DeclaredResource, Row extends object>(
  of: Of,
  opened?: Tagged<Row>,
  presets: EnteredValues = {},
) {
  const [row] = useState(opened);
  const [entered, setEntered] = useState(() => ({ ...firstValues(of, row), ...(row === undefined && presets) }));
  const on = row === undefined ? "create" : "change";
  return {
    /** Properties of the fields. */
    fields: {
      of,
      on,
      entered,
      row,
      change: (changed: EnteredValues) => setEntered((before) => ({ ...before, ...changed })),
    } as const,
    isWhole: isWhole(of, on, entered),
    etag: row?.["@odata.etag"] ?? null,
    /** Returns the body of the call; the service validates it. */
    body: <Name extends keyof Changes>() => sentValues(of, entered, row) as BodyOf<Name>,
  };
}

/** Entered values of a dialog with the functions that change and send them. */
export type DeclaredForm<Of extends DeclaredResource> = ReturnType<typeof useDeclaredForm<Of, object>>;
