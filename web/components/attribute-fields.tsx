import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { useText } from "../messages/text.ts";
import type { EnteredAttributes } from "./changed-attributes.ts";
import { TextField } from "./text-field.tsx";

interface AttributeFieldsProps {
  /** Names of the attributes that always have a field, in their order; other entered ones come after them. */
  readonly names?: readonly string[];
  /** Names of the required attributes. */
  readonly needed?: ReadonlySet<string>;
  readonly entered: EnteredAttributes;
  readonly faults: ReadonlyMap<string, string>;
  change(entered: EnteredAttributes): void;
}

const rowsMax = 6;

/** A field for each attribute, with one value on each line, and a field that adds an attribute by its name. */
export function AttributeFields({ names = [], needed, entered, faults, change }: AttributeFieldsProps) {
  const say = useText();
  const [newName, setNewName] = useState("");
  const all = [...new Set([...names, ...Object.keys(entered)])];
  const set = (name: string, text: string) => change({ ...entered, [name]: text });
  // A name such as "__proto__" is an attribute like all others.
  const textOf = (name: string) => (Object.hasOwn(entered, name) ? (entered[name] ?? "") : "");
  return (
    <>
      {all.map((name) => (
        <TextField
          key={name}
          id={`attribute-${name}`}
          label={name}
          rows={Math.min(rowsMax, textOf(name).split("\n").length)}
          value={textOf(name)}
          isRequired={needed?.has(name) ?? false}
          help={say("ask.oneEachLine")}
          fault={faults.get(`attributeValues.${name}`) ?? faults.get(name)}
          change={(text) => set(name, text)}
        />
      ))}
      <TextField id="attribute-new" label={say("attributes.name")} value={newName} change={setNewName} />
      <Button
        variant="secondary"
        isDisabled={newName.trim() === "" || all.includes(newName.trim())}
        onClick={() => {
          set(newName.trim(), "");
          setNewName("");
        }}
      >
        {say("attributes.add")}
      </Button>
    </>
  );
}
