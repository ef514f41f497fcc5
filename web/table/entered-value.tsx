import { TextInput } from "@patternfly/react-core";
import { useId } from "react";

import { useText } from "../messages/text.ts";
import { useMay } from "../session/use-may.ts";
import { PersonFilter } from "./person-filter.tsx";
import type { EnteredFilter } from "./table-column.ts";
import { useTyped } from "./use-typed.ts";

interface EnteredValueProps {
  readonly filter: EnteredFilter;
  readonly value: string;
  change(value: string): void;
}

/** A filter by an entered value; a person is found by name if the user may look up people. */
export function EnteredValue(props: EnteredValueProps) {
  const may = useMay();
  return props.filter.enters === "person" && may("people_get_list") ? (
    <PersonFilter {...props} />
  ) : (
    <TypedValue {...props} />
  );
}

function TypedValue({ filter: { title, enters }, value, change }: EnteredValueProps) {
  const say = useText();
  const id = useId();
  const { typed, type } = useTyped(value, change);
  return (
    <span className="gatehouse-entered">
      <label htmlFor={id}>{say(title)}</label>
      <TextInput
        id={id}
        type={enters === "moment" ? "datetime-local" : "text"}
        value={typed}
        onChange={(_event, text) => type(text)}
        onKeyDown={({ key }) => {
          if (key === "Enter") change(typed);
        }}
      />
    </span>
  );
}
