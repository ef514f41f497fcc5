import "./policies.css";
import { Button, FormGroup, List, ListItem, TextArea } from "@patternfly/react-core";
import { useRef } from "react";

import { useText } from "../../messages/text.ts";
import { offsetOf, type Place } from "./place.ts";

/** An error in a text, with its place. */
export interface TextFault extends Place {
  readonly message: string;
}

interface TextEditorProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly faults: readonly TextFault[];
  readonly isReadOnly: boolean;
  change(value: string): void;
}

const shownLines = { min: 6, max: 30 } as const;

/** A text with line numbers; each error is marked at its line and links to its place. */
export function TextEditor({ id, label, value, faults, isReadOnly, change }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLUListElement>(null);
  const lines = value.split("\n");
  const rows = Math.min(Math.max(lines.length + 1, shownLines.min), shownLines.max);
  const faulty = new Set(faults.map(({ line }) => line));
  const goTo = (place: Place) => {
    const offset = offsetOf(value, place);
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset + 1);
  };
  return (
    <FormGroup label={label} fieldId={id}>
      <div className="gatehouse-editor">
        <ul ref={numbers} className="gatehouse-editor-numbers" aria-hidden="true">
          {lines.map((_line, index) => (
            // A line has no other key here than its number.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} {...(faulty.has(index + 1) && { className: "gatehouse-editor-fault" })}>
              {faulty.has(index + 1) ? `▶ ${index + 1}` : index + 1}
            </li>
          ))}
        </ul>
        <TextArea
          id={id}
          ref={area}
          value={value}
          rows={rows}
          spellCheck={false}
          autoCapitalize="off"
          resizeOrientation="none"
          aria-describedby={`${id}-faults`}
          {...(isReadOnly && { readOnlyVariant: "default" as const })}
          {...(faults.length > 0 && { validated: "error" as const })}
          onChange={(_event, text) => change(text)}
          onScroll={({ currentTarget }) => {
            if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <FaultList id={`${id}-faults`} faults={faults} goTo={goTo} />
    </FormGroup>
  );
}

interface FaultListProps {
  readonly id: string;
  readonly faults: readonly TextFault[];
  goTo(place: Place): void;
}

function FaultList({ id, faults, goTo }: FaultListProps) {
  const say = useText();
  return (
    <div id={id} role="status">
      {faults.length === 0 ? null : (
        <List isPlain>
          {faults.map(({ line, column, message }) => (
            <ListItem key={`${line} ${column} ${message}`}>
              <Button variant="link" isInline isDanger onClick={() => goTo({ line, column })}>
                {say("policy.place", { line, column })}
              </Button>{" "}
              <span lang="en">{message}</span>
            </ListItem>
          ))}
        </List>
      )}
    </div>
  );
}
