import { Alert, Button, Loader, Select, Text } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { useContext, useRef, useState } from 'react'
import { type SignedEntry, type SignedMarkContent, trademarks } from '#features/trademarks/contract.ts'
import { messages as markMessages, signedMarkRefusals } from '#features/trademarks/messages.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { BlockSave } from '#kit/web/block-save.ts'
import { readTextFile } from '#kit/web/read-text-file.ts'
import classes from './Marks.module.css'
import { lineOf } from './mark-form.ts'
import { texts } from './texts.ts'

const maxBytes = 256 * 1024

type ReadState = { is: 'read'; file: string; content: SignedMarkContent; chosen: number }
type State = { is: 'empty' | 'reading' } | ReadState | { is: 'refused'; why: string }

type Props = {
  /** The error of the file when the form was saved. */
  error: string | undefined
  /** Called with the file and its mark that fills the form. */
  onRead: (file: string, entry: SignedEntry) => void
  onRemoved: () => void
}

/** The area where a signed mark file is dropped or chosen; the server verifies it and names the check that failed. */
export function SignedMarkDrop({ error, onRead, onRemoved }: Props) {
  const { state, read, remove, choose } = useSignedMark(onRead, onRemoved)
  const [isOver, setOver] = useState(false)
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
          {state.is === 'read' && !state.content.isRevocationKnown && (
            <Text component="span" size="sm" c="var(--warn)" display="block">
              {markMessages.revocationNotKnownHere}
            </Text>
          )}
        </Text>
        {state.is === 'read' ? (
          <Button size="xs" variant="default" onClick={remove}>
            {texts.remove}
          </Button>
        ) : (
          <ChooseFile isReading={state.is === 'reading'} onFile={(file) => void read(file)} />
        )}
      </div>
      {state.is === 'read' && state.content.marks.length > 1 && (
        <Select
          label={texts.holds(state.content.marks.length)}
          data={state.content.marks.map((entry, at) => ({ value: String(at), label: lineOf(entry) }))}
          value={String(state.chosen)}
          onChange={(value) => choose(state, Number(value))}
        />
      )}
      {refused && (
        <Alert color="red" variant="light" role="alert" title={texts.notRead}>
          {refused}
        </Alert>
      )}
    </>
  )
}

/** The signed mark file that was read, or why it was not. */
function useSignedMark(onRead: Props['onRead'], onRemoved: () => void) {
  const [state, setState] = useState<State>({ is: 'empty' })
  const blockSave = useContext(BlockSave)
  /** The file that was chosen last: the answer for one before it may come later. */
  const latest = useRef<File>(undefined)
  const read = async (file: File | undefined) => {
    if (!file) return
    latest.current = file
    setState({ is: 'reading' })
    const release = blockSave()
    try {
      const { text, content } = await readMark(file)
      if (latest.current !== file) return
      setState({ is: 'read', file: text, content, chosen: 0 })
      onRead(text, content.marks[0]!)
    } catch (problem) {
      if (latest.current !== file) return
      onRemoved()
      setState({ is: 'refused', why: problem instanceof NotRead ? problem.message : sentenceOf(problem) })
    } finally {
      release()
    }
  }
  const remove = () => {
    setState({ is: 'empty' })
    onRemoved()
  }
  const choose = (now: ReadState, chosen: number) => {
    setState({ ...now, chosen })
    onRead(now.file, now.content.marks[chosen]!)
  }
  return { state, read, remove, choose }
}

/** The text of a signed mark file and what the server read in it. */
async function readMark(file: File): Promise<{ text: string; content: SignedMarkContent }> {
  if (file.size > maxBytes) throw new NotRead(signedMarkRefusals.tooLarge)
  const text = await readTextFile(file)
  if (text === undefined) throw new NotRead(signedMarkRefusals.notEncoded)
  const { data } = await call(trademarks.readSignedMark, { file: text })
  return { text, content: data }
}

function ChooseFile({ isReading, onFile }: { isReading: boolean; onFile: (file: File | undefined) => void }) {
  return (
    <FilePick accept=".smd,.xml,text/plain" label={texts.drop} onFiles={([file]) => onFile(file)}>
      {(button) => (
        <Button
          {...button}
          size="xs"
          variant="default"
          disabled={isReading}
          leftSection={isReading ? <Loader size={14} /> : <IconFileCertificate size={14} aria-hidden />}
        >
          {texts.choose}
        </Button>
      )}
    </FilePick>
  )
}

class NotRead extends Error {}
