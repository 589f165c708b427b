import { Loader, Text } from '@mantine/core'
import { ErrorState } from './ErrorState.tsx'
import type { PrivateFile } from './use-private-file.ts'
import classes from './Viewer.module.css'

type Props = { found: PrivateFile; caption: string }

/** A picture or a PDF as far as it is loaded; of another file, such as a sheet, that it can be downloaded. */
export function FileContent({ found: { address, file, error, retry }, caption }: Props) {
  if (error) return <ErrorState error={error} retry={retry} />
  if (!address || !file) return <Loader role="status" size="sm" aria-label="Loading" />
  if (file.type.startsWith('image/')) return <img src={address} alt={caption} className={classes['picture']} />
  if (file.type === 'application/pdf')
    return (
      <object data={address} type="application/pdf" aria-label={caption} className={classes['paper']}>
        <NotShown what="This browser cannot display PDF files." />
      </object>
    )
  return <NotShown what="This kind of file cannot be displayed here." />
}

function NotShown({ what }: { what: string }) {
  return (
    <Text size="sm" p="md" ta="center">
      {what} Download the file to read it.
    </Text>
  )
}
