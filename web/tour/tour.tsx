import {
  ActionList,
  ActionListItem,
  Button,
  Card,
  CardBody,
  CardFooter,
  CardTitle,
  PageSection,
} from "@patternfly/react-core";
import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";

import { useStore } from "../base/store.ts";
import type { TextKey } from "../messages/text.ts";
import { useText } from "../messages/text.ts";
import { paths } from "../paths.ts";
import { endTour, tourStep } from "./tour-step.ts";

interface TourStep {
  readonly name: "welcome" | "ask" | "decide" | "have" | "keys";
  /** Page that the step is about. */
  readonly page?: { readonly path: string; readonly title: TextKey };
}

const steps: readonly TourStep[] = [
  { name: "welcome" },
  { name: "ask", page: { path: paths.ask, title: "ask.title" } },
  { name: "decide", page: { path: paths.waiting, title: "waiting.title" } },
  { name: "have", page: { path: paths.access, title: "access.title" } },
  { name: "keys" },
];

/** A tour for new users in five steps, shown beside the current page. */
export function Tour() {
  const say = useText();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const at = useStore(tourStep) ?? 0;
  // Moves the focus to the title, so that screen readers announce the step.
  useEffect(() => title.current?.focus({ preventScroll: true }), [at]);
  const step = steps[at];
  if (step === undefined) return null;
  const { name, page } = step;
  const isLast = at === steps.length - 1;
  return (
    <PageSection component="section" aria-labelledby={titleId}>
      <Card isCompact>
        <CardTitle>
          <h2 id={titleId} ref={title} tabIndex={-1}>
            {say("tour.title", { step: at + 1, steps: steps.length, name: say(`tour.${name}`) })}
          </h2>
        </CardTitle>
        <CardBody>
          <p>{say(`tour.${name}Explained`)}</p>
          {page === undefined ? null : (
            <p>
              <Link to={page.path}>{say("tour.open", { page: say(page.title) })}</Link>
            </p>
          )}
        </CardBody>
        <CardFooter>
          <ActionList>
            {isLast ? null : (
              <ActionListItem>
                <Button onClick={() => tourStep.set(at + 1)}>{say("tour.next")}</Button>
              </ActionListItem>
            )}
            {at === 0 ? null : (
              <ActionListItem>
                <Button variant="secondary" onClick={() => tourStep.set(at - 1)}>
                  {say("tour.back")}
                </Button>
              </ActionListItem>
            )}
            <ActionListItem>
              <Button variant={isLast ? "primary" : "link"} onClick={endTour}>
                {say("tour.end")}
              </Button>
            </ActionListItem>
          </ActionList>
        </CardFooter>
      </Card>
    </PageSection>
  );
}
