import { ExpandableSection } from "@patternfly/react-core";
import { useState } from "react";

import { useText } from "../messages/text.ts";
import type { AddressField, AddressValues } from "./address-schema.ts";
import { FormField } from "./form-field.tsx";

interface AddressFieldsProps {
  readonly fields: readonly AddressField[];
  readonly values: AddressValues;
  /** What the API has said of them, by their names behind `address.`. */
  readonly faults: ReadonlyMap<string, string>;
  change(values: AddressValues): void;
}

/** The form of an address, as the schema of its connector says: what must be given, and the rest behind a click. */
export function AddressFields({ fields, values, faults, change }: AddressFieldsProps) {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  const faultOf = (name: string) => faults.get(`address.${name}`);
  const required = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  const isWrong = others.some(({ name }) => faultOf(name) !== undefined);
  const draw = ({ name, title, help, input, isRequired }: AddressField) => (
    <FormField
      key={name}
      id={`address-${name}`}
      label={title}
      {...{ input, help, isRequired }}
      lang="en"
      value={values[name]}
      fault={faultOf(name)}
      change={(value) => change({ ...values, [name]: value })}
    />
  );
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
