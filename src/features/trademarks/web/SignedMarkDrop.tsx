import { Alert, Button, FileButton, Loader, Text } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import { type SignedMarkContent, trademarks } from '#features/trademarks/contract.ts'
import { signedMarkRefusals } from '#features/trademarks/messages.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import classes from './Marks.module.css'
import { texts } from './texts.ts'

const mostBytes = 256 * 1024

type State = { is: 'empty' | 'reading' } | { is: 'read'; content: SignedMarkContent } | { is: 'refused'; why: string }

type Props = {
  /** What the server said of the file when the form was saved. */
  error: string | undefined
  onRead: (file: string, content: SignedMarkContent) => void
  onRemoved: () => void
}

/** The place where a signed mark file is dropped or chosen; the server checks it and says which check failed. */
export function SignedMarkDrop({ error, onRead, onRemoved }: Props) {
  const [state, setState] = useState<State>({ is: 'empty' })
  const [isOver, setOver] = useState(false)
  const read = async (file: File | null | undefined) => {
    if (!file) return
    setState({ is: 'reading' })
    try {
      if (file.size > mostBytes) throw new TooLarge(signedMarkRefusals.tooLarge)
      const text = await file.text()
      const { data } = await call(trademarks.readSignedMark, { file: text })
      setState({ is: 'read', content: data })
      onRead(text, data)
    } catch (problem) {
      onRemoved()
      setState({ is: 'refused', why: problem instanceof TooLarge ? problem.message : sentenceOf(problem) })
    }
  }
  const refused = state.is === 'refused' ? state.why : error
  return (
    <>
      <div
        className={classes['drop']}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void read(event.dataTransfer.files[0])
        }}
      >
        <Text size="sm" flex="1 1 260px" role="status">
          {state.is === 'read'
            ? `${texts.valid(state.content.smdId)} ${texts.covers(state.content.labels.length)}`
            : texts.drop}
        </Text>
        {state.is === 'read' ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setState({ is: 'empty' })
              onRemoved()
            }}
          >
            {texts.remove}
          </Button>
        ) : (
          <FileButton
            onChange={(file) => void read(file)}
            accept=".smd,.xml,text/plain"
            inputProps={{ 'aria-label': texts.drop }}
          >
            {(button) => (
              <Button
                {...button}
                size="xs"
                variant="default"
                disabled={state.is === 'reading'}
                leftSection={
                  state.is === 'reading' ? <Loader size={14} /> : <IconFileCertificate size={14} aria-hidden />
                }
              >
                {texts.choose}
              </Button>
            )}
          </FileButton>
        )}
      </div>
      {refused && (
        <Alert color="red" variant="light" role="alert" title={texts.notRead}>
          {refused}
        </Alert>
      )}
    </>
  )
}

class TooLarge extends Error {}
