import {
  ActionGroup,
  Button,
  Form,
  FormGroup,
  Label,
  LabelGroup,
  PageSection,
  TextArea,
  Title,
} from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { peoplePath, peopleQuery } from "../../api/catalogue.ts";
import type { Person } from "../../api/model.ts";
import type { Page, Path } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { faultsByAttribute, faultsByFormField } from "./attribute-faults.ts";
import { CatalogueSearch } from "./catalogue-search.tsx";
import { type Draft, keepDraft, keptDraft, type Recipient, type Wish, withChange } from "./draft.ts";
import { rulesToExcept, withExceptions } from "./exceptions.ts";

const WishForm = openedLater(async () => (await import("./wish-form.tsx")).WishForm);
const ExceptionFields = openedLater(async () => (await import("./exception-fields.tsx")).ExceptionFields);
const Submission = openedLater(async () => (await import("./submission.tsx")).Submission);

/** Page that submits requests: recipients, items and their values. It shows the approvers before the request is sent. */
export function AskPage() {
  const say = useText();
  const { user } = useSession();
  const self: Recipient = { key: user.key, name: user.displayName ?? user.id };
  const empty: Draft = { recipients: [self], wishes: [], reason: "" };
  const [draft, setDraft] = useState<Draft>(() => keptDraft(user.key) ?? empty);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => keepDraft(user.key, draft), [user.key, draft]);
  const change = (changed: Partial<Draft>) => setDraft((before) => withChange(before, changed));
  const keep = (update: (draft: Draft) => Draft | undefined) => {
    // The saved draft changes at once, because the page may be left before it renders again.
    const kept = keptDraft(user.key);
    if (kept !== undefined) keepDraft(user.key, update(kept) ?? empty);
    setDraft((before) => update(before) ?? empty);
  };
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  return (
    <PageSection>
      <PageTitle name={say("ask.title")} />
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady(draft)) setSending(true);
        }}
      >
        <Recipients recipients={draft.recipients} change={(recipients) => change({ recipients })} />
        <Title headingLevel="h2">{say("ask.forWhat")}</Title>
        <CatalogueSearch
          recipients={draft.recipients}
          chosen={new Set(draft.wishes.map(({ item }) => item.key))}
          choose={(item, code) => change({ wishes: [...draft.wishes, { item, code, values: {} }] })}
        />
        <Wishes
          wishes={draft.wishes}
          recipients={draft.recipients}
          faults={faults}
          change={(wishes) => change({ wishes })}
        />
        <FormGroup label={say("request.reason")} fieldId="reason">
          <TextArea
            id="reason"
            value={draft.reason}
            onChange={(_event, reason) => change({ reason })}
            resizeOrientation="vertical"
            rows={2}
          />
        </FormGroup>
        {error === undefined ? null : <ErrorAlert error={error} title={say("ask.notSent")} />}
        {draft.exceptions?.map((exception) => (
          <ExceptionFields
            key={exception.sodRuleKey}
            exception={exception}
            change={(changed) =>
              change({ exceptions: draft.exceptions?.map((one) => (one === exception ? changed : one)) ?? [] })
            }
          />
        ))}
        <SendOrDiscard draft={draft} isSending={isSending} discard={() => setDraft(empty)} />
      </Form>
      {isSending ? (
        <Submission
          draft={draft}
          keep={keep}
          close={(cause) => {
            setSending(false);
            setError(cause);
            if (cause instanceof CallError) setDraft((before) => withExceptions(before, rulesToExcept(cause)));
          }}
        />
      ) : null}
    </PageSection>
  );
}

interface SendOrDiscardProps {
  readonly draft: Draft;
  readonly isSending: boolean;
  discard(): void;
}

function isReady({ wishes, recipients }: Draft): boolean {
  return wishes.length > 0 && recipients.length > 0;
}

function SendOrDiscard({ draft, isSending, discard }: SendOrDiscardProps) {
  const say = useText();
  const isWhole = isReady(draft);
  return (
    <>
      <ActionGroup>
        <Button
          type="submit"
          variant="primary"
          isDisabled={!isWhole || isSending}
          isLoading={isSending}
          {...(isWhole ? {} : { "aria-describedby": "not-ready" })}
        >
          {say("ask.send", { count: draft.recipients.length })}
        </Button>
        <Button variant="link" onClick={discard} isDisabled={isSending}>
          {say("ask.discard")}
        </Button>
      </ActionGroup>
      {isWhole ? null : (
        <p id="not-ready" className="gatehouse-small">
          {say(draft.recipients.length === 0 ? "ask.nobodyYet" : "ask.nothingYet")}
        </p>
      )}
    </>
  );
}

interface WishesProps {
  readonly wishes: readonly Wish[];
  readonly recipients: readonly Recipient[];
  readonly faults: ReadonlyMap<string, string>;
  change(wishes: readonly Wish[]): void;
}

function Wishes({ wishes, recipients, faults, change }: WishesProps) {
  return wishes.map((wish) => (
    <WishForm
      key={wish.item.key}
      wish={wish}
      recipients={recipients}
      faults={faultsByAttribute(faults)}
      formFaults={faultsByFormField(faults)}
      change={(changed) => change(wishes.map((one) => (one === wish ? changed : one)))}
      remove={() => change(wishes.filter((one) => one !== wish))}
    />
  ));
}

interface RecipientsProps {
  readonly recipients: readonly Recipient[];
  change(recipients: readonly Recipient[]): void;
}

function Recipients({ recipients, change }: RecipientsProps) {
  const say = useText();
  const among = useFound();
  return (
    <>
      <Title headingLevel="h2">{say("ask.forWhom")}</Title>
      <LabelGroup categoryName={say("ask.recipients")}>
        {recipients.map(({ key, name }) => (
          <Label
            key={key}
            onClose={() => change(recipients.filter((other) => other.key !== key))}
            closeBtnAriaLabel={say("ask.removeRecipient", { name })}
          >
            {name}
          </Label>
        ))}
      </LabelGroup>
      {among === undefined ? null : (
        <PersonPicker
          id="recipient"
          among={among}
          label={say("ask.addRecipient")}
          without={new Set(recipients.map(({ key }) => key))}
          choose={({ key, id, displayName }) => change([...recipients, { key, name: displayName ?? id }])}
        />
      )}
    </>
  );
}

/**
 * Returns the path of the people that the user may select as recipients: all people, else the user's direct reports; undefined if there are
 * none.
 */
function useFound(): Path<Page<Person>> | undefined {
  const { user } = useSession();
  const may = useMay();
  const findsAll = may("people_get_list");
  const reports = pathOf("users()/reports", user.key);
  const { data } = useQuery({ ...peopleQuery("", reports), enabled: !findsAll });
  if (findsAll) return peoplePath;
  return data === undefined || data.value.length === 0 ? undefined : reports;
}
