import type { DeclaredFieldProps } from "../../forms/declared-input.tsx";
import { FormField } from "../../forms/form-field.tsx";

/** A field for certificates, which are a single text until they are sent. */
export function CertificatesField(field: DeclaredFieldProps) {
  const { value, change } = field;
  return (
    <FormField
      {...field}
      input={{ is: "area" }}
      value={Array.isArray(value) ? value.join("\n") : ""}
      change={(text) => change([String(text)])}
    />
  );
}
