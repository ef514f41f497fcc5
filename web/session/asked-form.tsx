import {
  ActionGroup,
  Button,
  Checkbox,
  Form,
  FormGroup,
  FormSelect,
  FormSelectOption,
  TextInput,
} from "@patternfly/react-core";
import { type SyntheticEvent, useEffect, useState } from "react";

import type { Asked, AskedField } from "#domain/chains/asked-fields.ts";

import { whenThere } from "../base/when-there.ts";
import { useLanguage } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { askForPasskey } from "./passkey.ts";
import { rememberedName } from "./remembered-name.ts";
import type { Entered } from "./sign-in.ts";

/** Properties of the form of a step. */
export interface AskedFormProps {
  readonly asked: Asked;
  readonly isBusy: boolean;
  /** True after an error; the user must read it before the form acts on its own. */
  readonly hasFailed: boolean;
  /** User name that prefills its field in a sign-in over an open page; by default the remembered one. */
  readonly userName?: string;
  answer(entered: Entered): Promise<void>;
  /** Receives the error if the browser could not provide a value. */
  failed(error: unknown): void;
}

const nameField = "userName";

/** The form of one step of a sign-in: its fields as the service names them; a single choice is drawn as buttons. */
export function AskedForm({ asked, isBusy, hasFailed, userName, answer, failed }: AskedFormProps) {
  const language = useLanguage();
  const say = useText();
  const known = userName ?? rememberedName() ?? "";
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({ [nameField]: known });
  const [isRemembered, setRemembered] = useState(rememberedName() !== undefined);
  const asksName = asked.fields.some(({ name }) => name === nameField);
  const [isFilling, setFilling] = useState(false);
  const [first, ...others] = asked.fields;
  const only = others.length === 0 ? first : undefined;

  const send = async () => {
    setFilling(true);
    try {
      const fields = await filledIn(asked.fields, entered);
      await answer({ fields, ...(asksName && { remember: isRemembered }) });
      setEntered((before) => ({ [nameField]: before[nameField] ?? "" }));
    } catch (error) {
      failed(error);
    } finally {
      setFilling(false);
    }
  };
  useEffect(() => {
    if (only?.kind === "captcha" && !hasFailed) void send();
    // Runs once for each form; a retry needs its button.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (only?.kind === "choice") return <ChoiceButtons field={only} isBusy={isBusy} answer={answer} />;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send();
  };
  const isWaiting = isBusy || isFilling;
  const passkey = asked.fields.some(({ kind }) => kind === "passkey");
  const typed = asked.fields.filter(({ kind }) => kind !== "passkey" && kind !== "captcha");
  return (
    <Form onSubmit={submit} noValidate={false}>
      {typed.map((field, index) => (
        <FormGroup key={field.name} label={field.label[language]} fieldId={`asked-${field.name}`} isRequired>
          <Filled
            field={field}
            value={entered[field.name] ?? ""}
            isFirst={index === (known === "" ? 0 : Math.min(1, typed.length - 1))}
            change={(value) => setEntered((before) => ({ ...before, [field.name]: value }))}
          />
        </FormGroup>
      ))}
      {asksName ? (
        <Checkbox
          id="remember-me"
          label={say("signIn.rememberMe")}
          isChecked={isRemembered}
          onChange={(_event, isChecked) => setRemembered(isChecked)}
        />
      ) : null}
      <ActionGroup>
        <Button type="submit" variant="primary" isBlock isLoading={isWaiting} isDisabled={isWaiting}>
          {passkey ? say("signIn.usePasskey") : asked.title[language]}
        </Button>
      </ActionGroup>
    </Form>
  );
}

/** Returns the values of the fields; those that the browser provides are requested now. */
async function filledIn(
  fields: readonly AskedField[],
  entered: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const values = await Promise.all(
    fields.map(async ({ name, kind, options = {}, choices = [] }): Promise<readonly [string, string]> => {
      if (kind === "passkey") return [name, await askForPasskey(options)];
      if (kind === "captcha") return [name, await (await whenThere(() => import("./captcha.ts"))).askCaptcha()];
      return [name, entered[name] ?? (kind === "choice" ? (choices[0]?.value ?? "") : "")];
    }),
  );
  return Object.fromEntries(values);
}

interface FilledProps {
  readonly field: AskedField;
  readonly value: string;
  readonly isFirst: boolean;
  change(value: string): void;
}

function Filled({ field: { name, kind, choices = [], autocomplete }, value, isFirst, change }: FilledProps) {
  const language = useLanguage();
  const id = `asked-${name}`;
  if (kind === "choice") {
    return (
      <FormSelect id={id} value={value} onChange={(_event, chosen) => change(chosen)}>
        {choices.map((choice) => (
          <FormSelectOption key={choice.value} value={choice.value} label={choice.label[language]} />
        ))}
      </FormSelect>
    );
  }
  const isHidden = kind === "password" || kind === "newPassword";
  return (
    <TextInput
      id={id}
      name={name}
      type={isHidden ? "password" : "text"}
      value={value}
      onChange={(_event, text) => change(text)}
      autoComplete={
        autocomplete ?? (kind === "newPassword" ? "new-password" : kind === "code" ? "one-time-code" : "off")
      }
      {...(kind === "code" && { inputMode: "numeric" as const })}
      // A sign-in page holds nothing else.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFirst}
      isRequired
    />
  );
}

interface ChoiceButtonsProps {
  readonly field: AskedField;
  readonly isBusy: boolean;
  answer(entered: Entered): Promise<void>;
}

function ChoiceButtons({ field: { name, choices = [] }, isBusy, answer }: ChoiceButtonsProps) {
  const language = useLanguage();
  return (
    <ActionGroup>
      {choices.map(({ value, label }) => (
        <Button
          key={value}
          variant="secondary"
          isBlock
          isDisabled={isBusy}
          onClick={() => void answer({ fields: { [name]: value } })}
        >
          {label[language]}
        </Button>
      ))}
    </ActionGroup>
  );
}
