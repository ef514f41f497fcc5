import type { DeclaredFieldProps } from "./declared-input.tsx";
import { FormField } from "./form-field.tsx";

interface IdFieldProps extends DeclaredFieldProps {
  /** Objects that the reader may see; undefined until they are read. */
  readonly known: readonly { readonly id: string }[] | undefined;
}

/** A choice of an object by its ID. The selected one is always offered, even if the reader may not see the others. */
export function IdField({ known = [], ...field }: IdFieldProps) {
  const ids = new Set([String(field.value), ...known.map(({ id }) => id)]);
  return <FormField {...field} input={{ is: "choice", choices: [...ids].map((id) => ({ value: id, label: id })) }} />;
}
