/** A range of days as the server sends it, 'DD/MM/YYYY - DD/MM/YYYY', in one line or one line for each day. */
export function ShownRange({ text }: { text: string }) {
  const [start, end] = text.split(' - ')
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{start} -</span> <span style={{ whiteSpace: 'nowrap' }}>{end}</span>
    </>
  )
}
