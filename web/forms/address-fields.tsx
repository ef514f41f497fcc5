import { ExpandableSection } from "@patternfly/react-core";
import { useState } from "react";

import { useOwnWords } from "../messages/own-words.tsx";
import { useText } from "../messages/text.ts";
import type { AddressField, AddressValues } from "./address-schema.ts";
import { addressHelpKey, addressTitleKey } from "./address-words.ts";
import { FormField } from "./form-field.tsx";

interface AddressFieldsProps {
  /** The connector, by its id: the built-in ones have words in the language that is spoken. */
  readonly connector: string;
  readonly fields: readonly AddressField[];
  readonly values: AddressValues;
  /** What the API has said of them, by their names behind `address.`. */
  readonly faults: ReadonlyMap<string, string>;
  change(values: AddressValues): void;
}

/** The form of an address, as the schema of its connector says: what must be given, and the rest behind a click. */
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
