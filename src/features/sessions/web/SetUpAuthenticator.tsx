import { Anchor, Button, Checkbox, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { type SubmitEvent, useState } from 'react'
import { CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { texts } from './texts.ts'
import classes from './Security.module.css'

type Props = {
  enrolment: { secret: string; uri: string }
  /** Sends the code; rejects when it is wrong. */
  confirm: (code: string) => Promise<void>
}

/** The QR code and the typed key of a new authenticator app, and the field for its first code. */
export function SetUpAuthenticator({ enrolment, confirm }: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await confirm(code)
    } catch (error) {
      setProblem((error instanceof CallFailed && error.fields['code']) || sentenceOf(error))
      // The app shows a new code by the time this one was read again.
      setCode('')
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm">{texts.scan}</Text>
        <div className={classes['qr']}>
          <QRCodeSVG value={enrolment.uri} size={176} marginSize={2} title={texts.qrTitle} />
        </div>
        <div>
          <Text size="sm">{texts.orType}</Text>
          <Group gap="xs" mt={4}>
            <Code className={classes['setUpKey']!}>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
            <CopyText text={enrolment.secret} />
          </Group>
          <Anchor href={enrolment.uri} size="sm" mt={8} display="inline-block">
            {texts.openApp}
          </Anchor>
        </div>
        <TextInput
          label={texts.thenCode}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))
            setProblem(undefined)
          }}
          error={problem}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
        />
        <Button type="submit" size="md" disabled={code.length < 6 || isBusy}>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  )
}

/** A button that copies a text and says so. */
function CopyText({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-sm" onClick={copy}>
          {copied ? texts.copied : texts.copy}
        </Button>
      )}
    </CopyButton>
  )
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, done, label }: { codes: readonly string[]; done: () => void; label: string }) {
  const [isStored, setStored] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Stack gap="md">
      <Text size="sm">{texts.codesWhy}</Text>
      <ul className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyText text={text} />
        <Button
          variant="default"
          size="compact-sm"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={texts.codesFile}
        >
          {texts.download}
        </Button>
      </Group>
      <Checkbox
        label={texts.codesStored}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Button size="md" disabled={!isStored} onClick={done}>
        {label}
      </Button>
    </Stack>
  )
}
