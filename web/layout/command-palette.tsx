import "../keyboard/keyboard.css";
import { TextInput } from "@patternfly/react-core";
import { type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router";

import { DialogFrame } from "../components/dialog-frame.tsx";
import { KeyWords } from "../keyboard/key-words.tsx";
import { useText } from "../messages/text.ts";
import { type PaletteChoice, type PaletteGroup, usePaletteChoices } from "./palette-choices.ts";

const inputId = "palette-words";

/** Palette that finds pages, requests, people and actions of the current page by typed letters. */
export function CommandPalette({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const groups = usePaletteChoices(typed);
  const choices = groups.flatMap((group) => group.choices);
  const current = choices[Math.min(at, choices.length - 1)];
  const choose = ({ leadsTo }: PaletteChoice) => {
    close();
    // The dialog returns the focus first, so that the target can take it.
    setTimeout(() => ("path" in leadsTo ? void navigate(leadsTo.path) : leadsTo.action()));
  };
  const step = (by: number) => setAt((Math.min(at, choices.length - 1) + by + choices.length) % choices.length);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (choices.length > 0) step(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key === "Enter" && current !== undefined) {
      event.preventDefault();
      choose(current);
    }
  };
  return (
    <DialogFrame title={say("help.palette")} close={close}>
      <TextInput
        id={inputId}
        // A user who has opened it by a key types on.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        type="search"
        autoComplete="off"
        role="combobox"
        aria-label={say("palette.words")}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        {...(current !== undefined && { "aria-activedescendant": optionId(listId, current) })}
        placeholder={say("palette.words")}
        value={typed}
        onChange={(_event, text) => {
          setTyped(text);
          setAt(0);
        }}
        onKeyDown={pressed}
      />
      <div role="status" className="gatehouse-small">
        {say("palette.found", { count: choices.length })}
      </div>
      <Choices listId={listId} groups={groups} current={current} choose={choose} />
    </DialogFrame>
  );
}

const optionId = (listId: string, { key }: PaletteChoice) => `${listId}-${key}`;

interface ChoicesProps {
  readonly listId: string;
  readonly groups: readonly PaletteGroup[];
  readonly current: PaletteChoice | undefined;
  choose(choice: PaletteChoice): void;
}

function Choices({ listId, groups, current, choose }: ChoicesProps) {
  const say = useText();
  return (
    <div id={listId} role="listbox" aria-label={say("help.palette")} className="gatehouse-choices">
      {groups.map(({ title, choices }) => (
        <div key={title} role="group" aria-labelledby={`${listId}-${title}`}>
          <div id={`${listId}-${title}`}>{say(title)}</div>
          {choices.map((choice) => (
            // The text field handles the keys, as in any combobox.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={choice.key}
              id={optionId(listId, choice)}
              role="option"
              tabIndex={-1}
              aria-selected={choice === current}
              ref={choice === current ? inView : null}
              onClick={() => choose(choice)}
            >
              <span>{choice.words}</span>
              {choice.shortcut === undefined ? null : (
                <span aria-hidden>
                  <KeyWords name={choice.shortcut} />
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function inView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}
