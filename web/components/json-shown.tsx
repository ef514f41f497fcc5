/** A value as JSON, to be read; one who moves by keys can scroll it. */
export function JsonShown({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    // A part that scrolls is reached by keys (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="gatehouse-json" tabIndex={0} role="group" aria-label={label}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
