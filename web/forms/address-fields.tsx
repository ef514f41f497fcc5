import { ExpandableSection } from "@patternfly/react-core";
import { useState } from "react";

import { useOwnWords } from "../messages/own-words.tsx";
import { useText } from "../messages/text.ts";
import type { AddressField, AddressValues } from "./address-schema.ts";
import { addressHelpKey, addressTitleKey } from "./address-words.ts";
import { FormField } from "./form-field.tsx";

interface AddressFieldsProps {
  /** ID of the connector; the built-in ones have texts in the language of the pages. */
  readonly connector: string;
  readonly fields: readonly AddressField[];
  readonly values: AddressValues;
  /** Error texts of the API by the names of the fields; each name follows `address.`. */
  readonly faults: ReadonlyMap<string, string>;
  change(values: AddressValues): void;
}

/** The form of an address by the schema of its connector: the required fields, and the others behind a toggle. */
export function AddressFields({ connector, fields, values, faults, change }: AddressFieldsProps) {
  const say = useText();
  const own = useOwnWords();
  const [isOpen, setOpen] = useState(false);
  const faultOf = (name: string) => faults.get(`address.${name}`);
  const required = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  const isWrong = others.some(({ name }) => faultOf(name) !== undefined);
  const draw = ({ name, title, help, input, isRequired }: AddressField) => {
    const { words, lang } = own(addressTitleKey(connector, name), title);
    return (
      <FormField
        key={name}
        id={`address-${name}`}
        label={words}
        help={help === undefined ? undefined : own(addressHelpKey(connector, name), help).words}
        input={input}
        isRequired={isRequired}
        lang={lang}
        value={values[name]}
        fault={faultOf(name)}
        change={(value) => change({ ...values, [name]: value })}
      />
    );
  };
  return (
    <>
      {required.map(draw)}
      {others.length === 0 ? null : (
        <ExpandableSection
          toggleText={say("address.more")}
          isExpanded={isOpen || isWrong}
          onToggle={(_event, isExpanded) => setOpen(isExpanded)}
        >
          <div className="gatehouse-fields">{others.map(draw)}</div>
        </ExpandableSection>
      )}
    </>
  );
}
