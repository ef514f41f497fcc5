import { Skeleton } from "@patternfly/react-core";

import { CallError } from "../base/call-error.ts";
import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";
import { Notice } from "./notice.tsx";

/** What a page has read of its thing. */
export interface ReadEntity<Entity> {
  readonly data: Entity | undefined;
  readonly error: unknown;
}

interface EntityStandingProps {
  readonly entity: ReadEntity<unknown>;
  /** What is said where it could not be read. */
  readonly unreadable: string;
  /** What is said where it was there, and is not any more. */
  readonly gone: string;
}

/** The thing of a page, unless it is not there any more. */
export function present<Entity>({ data, error }: ReadEntity<Entity>): Entity | undefined {
  return isGone(error) ? undefined : data;
}

/** What is to be said of a thing that is not there yet, not any more, or could not be read. */
export function EntityStanding({ entity: { data, error }, unreadable, gone }: EntityStandingProps) {
  const say = useText();
  if (isGone(error) && data !== undefined) return <Notice kind="info" title={gone} />;
  if (error !== null) return <ErrorAlert error={error} title={unreadable} />;
  return data === undefined ? <Skeleton screenreaderText={say("state.loading")} height="12rem" /> : null;
}

function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}
