import { useQuery } from "@tanstack/react-query";

import { formFieldsQuery, givenItemKey } from "../../api/item-form.ts";
import type { RequestOperation } from "../../api/model.ts";
import type { Fact } from "../../components/facts.tsx";
import { labelOf } from "../../forms/item-form-values.ts";
import { useLanguage } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";

/**
 * Returns the values of the form of an operation by their labels. A field that the form no longer has, or that the reader may not see, is
 * shown by its name.
 */
export function useFormFacts(operation: RequestOperation): readonly Fact[] {
  const say = useText();
  const language = useLanguage();
  const { form } = operation;
  const { data: fields = [] } = useQuery(formFieldsQuery(form === null ? undefined : givenItemKey(operation)));
  return Object.entries(form ?? {}).map(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    const term = field === undefined ? name : labelOf(field, language);
    return { term, value: typeof value === "boolean" ? say(`value.${value}`) : String(value) };
  });
}
