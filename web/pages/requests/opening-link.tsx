import type { KeyboardEvent } from "react";
import { Link } from "react-router";

import type { Request } from "../../api/model.ts";
import { paths } from "../../paths.ts";
import { useOpenRow } from "../../table/open-row.ts";
import { goToRow } from "../../table/row-keys.ts";

const steps = new Map<string, 1 | -1>([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

interface OpeningLinkProps {
  readonly request: Request;
  /** Whether there is room beside the list; without it the request has a page of its own. */
  readonly isWide: boolean;
}

/** Opens a request beside its list. While one is open, arrows lead to the next and open it. */
export function OpeningLink({ request: { key, number }, isWide }: OpeningLinkProps) {
  const { open, searchOf } = useOpenRow();
  if (!isWide) return <Link to={paths.request(key)}>{number}</Link>;
  const follow = (event: KeyboardEvent) => {
    const step = steps.get(event.key);
    if (open === undefined || step === undefined) return;
    event.preventDefault();
    goToRow(step);
  };
  return (
    <Link
      to={{ search: searchOf(key) }}
      // One who goes back leaves what is open, and not each row that was gone through.
      replace={open !== undefined}
      aria-current={open === undefined ? undefined : open === key}
      onKeyDown={follow}
    >
      {number}
    </Link>
  );
}
