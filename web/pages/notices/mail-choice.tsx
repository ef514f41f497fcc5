import {
  ActionGroup,
  Button,
  Card,
  CardBody,
  CardTitle,
  Form,
  FormGroup,
  FormSelect,
  FormSelectOption,
} from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { ChosenNotices } from "../../api/model.ts";
import { deliveryQuery } from "../../api/notices.ts";
import { pathOf } from "../../api/path.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Language, languages } from "../../messages/languages.ts";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";

const deliveries = ["atOnce", "daily", "none"] as const;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

type Chosen = Readonly<Record<"delivery" | "digestHour" | "language", string>>;

/** Settings for notifications by email: whether, when and in which language. Empty values mean the defaults of the service. */
export function MailChoice() {
  const say = useText();
  const { user } = useSession();
  const { data, error } = useQuery(deliveryQuery(user.key));
  return (
    <Card component="section">
      <CardTitle component="h2">{say("mail.title")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        {data === undefined ? null : (
          <MailForm
            known={{
              delivery: data.noticeDelivery ?? "",
              digestHour: data.digestHour === null ? "" : String(data.digestHour),
              language: data.language ?? "",
            }}
          />
        )}
      </CardBody>
    </Card>
  );
}

function MailForm({ known }: { readonly known: Chosen }) {
  const say = useText();
  const { user } = useSession();
  const [changed, setChanged] = useState<Partial<Chosen>>({});
  const { mutate, isPending, error, isSuccess } = useChanging<ChosenNotices>([pathOf("users()", user.key)]);
  const chosen = { ...known, ...changed };
  const { delivery, digestHour, language } = chosen;
  const choices = {
    delivery: deliveries.map((value) => ({ value, label: say(`mail.delivery.${value}`) })),
    digestHour: hours.map((value) => ({ value, label: say("mail.hour", { hour: value }) })),
    language: [...new Set([...languages, ...(language === "" ? [] : [language])])].map((value) => ({
      value,
      label: languages.some((one) => one === value) ? say(`language.${value as Language}`) : value,
    })),
  };
  const shown = (["delivery", "digestHour", "language"] as const).filter(
    (name) => name !== "digestHour" || delivery === "daily",
  );
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        const body = {
          delivery: deliveries.find((one) => one === delivery) ?? null,
          digestHour: digestHour === "" ? null : Number(digestHour),
          language: language === "" ? null : language,
        };
        mutate(call("POST users()/chooseNotices", { key: user.key, body }), { onSuccess: () => setChanged({}) });
      }}
    >
      {shown.map((name) => (
        <FormGroup key={name} label={say(`mail.${name}`)} fieldId={`mail-${name}`}>
          <FormSelect
            id={`mail-${name}`}
            value={chosen[name]}
            onChange={(_event, value) => setChanged((before) => ({ ...before, [name]: value }))}
          >
            <FormSelectOption value="" label={say("mail.usual")} />
            {choices[name].map(({ value, label }) => (
              <FormSelectOption key={value} value={value} label={label} />
            ))}
          </FormSelect>
        </FormGroup>
      ))}
      {error === null ? null : <ErrorAlert error={error} />}
      {isSuccess && Object.keys(changed).length === 0 ? <Notice kind="success" title={say("mail.saved")} /> : null}
      <ActionGroup>
        <Button type="submit" variant="secondary" isLoading={isPending} isDisabled={isPending}>
          {say("action.save")}
        </Button>
      </ActionGroup>
    </Form>
  );
}
