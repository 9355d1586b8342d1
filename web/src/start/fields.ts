/** Go to the first field of a form that says what is wrong with it; tell whether there is one. */
export function goToWrong(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const folded = field?.closest("details");
  if (folded) folded.open = true;
  field?.focus();
  return field !== null;
}
