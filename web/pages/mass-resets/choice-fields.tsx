import { Button, Checkbox, FormGroup, Radio } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { bodyMaxBytes } from "#domain/limits.ts";

import type { MassReset, Person } from "../../api/model.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { FieldFrame, tiedTo } from "../../components/field-frame.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { TextField } from "../../components/text-field.tsx";
import { type UploadedText, uploadedText } from "../../forms/uploaded-text.ts";
import { useText } from "../../messages/text.ts";

/** Ways in which the page chooses accounts. */
export const choiceWays = ["condition", "users", "file"] as const;

/** Choice of the accounts of a new mass reset. */
export interface Choice {
  readonly way: (typeof choiceWays)[number];
  readonly condition: string;
  readonly users: readonly Person[];
  /** Text of the chosen file; empty without one. */
  readonly file: string;
  readonly skipFaults: boolean;
  readonly targets: readonly string[];
}

/** Choice of a form that nobody has filled in. */
export const noChoice: Choice = {
  way: "condition",
  condition: "",
  users: [],
  file: "",
  skipFaults: false,
  targets: [],
};

/** Reports whether a choice names accounts. */
export function isChosen({ way, condition, users, file }: Choice): boolean {
  if (way === "condition") return condition.trim() !== "";
  return way === "users" ? users.length > 0 : file !== "";
}

/** Returns the parts of the body of a new mass reset that a choice gives. */
export function choiceBody({ way, condition, users, file, skipFaults, targets }: Choice) {
  return {
    ...(way === "condition" && { condition: condition.trim() }),
    ...(way === "users" && { userKeys: users.map(({ key }) => key) }),
    ...(way === "file" && { file, skipFaults }),
    targetSystemKeys: targets.length === 0 ? null : targets,
  };
}

interface ChoiceProps {
  readonly action: MassReset["action"];
  readonly choice: Choice;
  /** Returns the error of the service about a field. */
  faultOf(field: string): string | undefined;
  change(changed: Partial<Choice>): void;
}

/** Returns the ways to choose of an action: people are brought in from a list or a file, and not by a condition. */
export function waysOf(action: MassReset["action"]): readonly Choice["way"][] {
  return action === "onboard" ? choiceWays.filter((way) => way !== "condition") : choiceWays;
}

/** Fields by which the accounts or people of a mass reset are chosen. */
export function ChoiceFields(props: ChoiceProps) {
  const say = useText();
  const { action, choice, faultOf, change } = props;
  return (
    <>
      <FormGroup role="radiogroup" isStack label={say("massReset.chosenBy")}>
        {waysOf(action).map((way) => (
          <Radio
            key={way}
            id={`choice-${way}`}
            name="choice"
            label={say(`massReset.chosenBy.${way}`)}
            isChecked={choice.way === way}
            onChange={() => change({ way })}
          />
        ))}
      </FormGroup>
      {choice.way === "condition" ? (
        <TextField
          id="choice-condition-text"
          label={say("massReset.condition")}
          help={say("massReset.conditionHelp")}
          fault={faultOf("condition")}
          isRequired
          rows={3}
          value={choice.condition}
          change={(condition) => change({ condition })}
        />
      ) : null}
      {choice.way === "users" ? <ChosenUsers {...props} /> : null}
      {choice.way === "file" ? <FileField {...props} /> : null}
      <Targets {...props} />
    </>
  );
}

function ChosenUsers({ choice: { users }, change }: ChoiceProps) {
  const say = useText();
  return (
    <>
      <FormGroup label={say("massReset.chosenUsers", { count: users.length })} role="group">
        <ul className="gatehouse-plain-list">
          {users.map(({ key, id, displayName }) => (
            <li key={key}>
              {displayName ?? id} ({id}){" "}
              <Button
                variant="link"
                isInline
                aria-label={say("massReset.removeUser", { name: displayName ?? id })}
                onClick={() => change({ users: users.filter((one) => one.key !== key) })}
              >
                {say("action.remove")}
              </Button>
            </li>
          ))}
        </ul>
      </FormGroup>
      <PersonPicker
        id="choice-user"
        label={say("massReset.addUser")}
        without={new Set(users.map(({ key }) => key))}
        choose={(person) => change({ users: [...users, person] })}
      />
    </>
  );
}

function FileField({ action, choice: { skipFaults }, faultOf, change }: ChoiceProps) {
  const say = useText();
  const [unfit, setUnfit] = useState<UploadedText>();
  const told = {
    id: "choice-file-text",
    help: say(action === "onboard" ? "massReset.onboardFileHelp" : "massReset.fileHelp"),
    fault:
      unfit?.unfit === undefined
        ? faultOf("file")
        : say(`massReset.file.${unfit.unfit}`, {
            mebibytes: bodyMaxBytes / 1024 ** 2,
            line: unfit.unfit === "notUtf8" ? unfit.line : 1,
          }),
  };
  const { validated, ...tied } = tiedTo(told);
  const choose = async (chosen: File | undefined) => {
    const uploaded = chosen === undefined ? undefined : await uploadedText(chosen, (file) => ({ file }));
    setUnfit(uploaded);
    change({ file: uploaded?.text ?? "" });
  };
  return (
    <>
      <FieldFrame {...told} label={say("massReset.file")} isRequired>
        <input
          {...tied}
          type="file"
          accept=".csv,text/csv"
          required
          aria-invalid={validated === "error"}
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
      </FieldFrame>
      <Checkbox
        id="choice-skip-faults"
        label={say("massReset.skipFaults")}
        isChecked={skipFaults}
        onChange={(_event, isChecked) => change({ skipFaults: isChecked })}
      />
    </>
  );
}

/** Target systems to which a mass reset is limited. */
function Targets({ action, choice: { targets }, change }: ChoiceProps) {
  const say = useText();
  const { data = [] } = useQuery(targetNamesQuery);
  if (data.length === 0) return null;
  return (
    <FormGroup isStack role="group" label={say("massReset.targets")}>
      {data.map(({ id, description }) => (
        <Checkbox
          key={id}
          id={`choice-target-${id}`}
          label={description === null || description === "" ? id : `${id} (${description})`}
          isChecked={targets.includes(id)}
          onChange={(_event, isChecked) =>
            change({ targets: isChecked ? [...targets, id] : targets.filter((one) => one !== id) })
          }
        />
      ))}
      <p className="gatehouse-small">
        {say(action === "onboard" ? "massReset.onboardTargetsHelp" : "massReset.targetsHelp")}
      </p>
    </FormGroup>
  );
}
