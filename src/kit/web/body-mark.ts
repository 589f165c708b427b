/**
 * A ref that gives the body an attribute while an element with this ref is on the page, for styles of what is elsewhere. A
 * rule such as `body:has([data-peek-body]) .alerts` would have all cells of a list styled again at each change of the page.
 */
export function bodyMark(attribute: `data-${string}`): () => () => void {
  let present = 0
  return () => {
    present++
    document.body.setAttribute(attribute, '')
    return () => {
      present--
      if (present === 0) document.body.removeAttribute(attribute)
    }
  }
}
