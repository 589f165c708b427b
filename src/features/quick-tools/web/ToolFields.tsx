import { Button, Checkbox, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { inputOf, maxUrls, scanPlatforms } from '#features/quick-tools/rules.ts'
import { toastError } from '#kit/web/alerts.ts'
import { FilePick } from '#kit/web/FilePick.tsx'
import { readChosenText } from '#kit/web/read-text-file.ts'
import { platforms } from '#platforms/all.ts'
import { type QuickTool, quickTools, quickToolTitles } from '#vocabulary/quick-tools.ts'
import classes from './QuickTools.module.css'
import { texts } from './texts.ts'
import type { QuickToolSteps } from './use-quick-tool.ts'
import { platformTitles } from '#vocabulary/platform-names.ts'

type Props = { tool: QuickToolSteps; email: string; missing: Readonly<Partial<Record<QuickTool, string>>> }

/** The report, and what it works on (S-069, S-071 to S-074). A tool without its source says what is missing. */
export function ToolFields({ tool, email, missing }: Props) {
  const { form, choose } = tool
  const { report } = form
  const lacks = report && missing[report]
  return (
    <div className={classes['fields']}>
      <Select
        label={texts.report}
        required
        placeholder={texts.reportHint}
        data={quickTools.map((value) => ({ value, label: quickToolTitles[value] }))}
        value={report ?? null}
        maxDropdownHeight={400}
        error={lacks ? texts.notConfigured(lacks) : undefined}
        renderOption={({ option }) => <Option report={option.value as QuickTool} missing={missing} />}
        onChange={(value) => choose((value ?? undefined) as QuickTool | undefined)}
      />
      <TextInput label={texts.email} value={email} readOnly />
      {report ? <ToolInput tool={tool} report={report} /> : null}
    </div>
  )
}

function Option({ report, missing }: { report: QuickTool; missing: Props['missing'] }) {
  const lacks = missing[report]
  return (
    <div>
      <Text size="sm">{quickToolTitles[report]}</Text>
      {lacks ? (
        <Text size="xs" c="dimmed">
          {texts.notConfigured(lacks)}
        </Text>
      ) : null}
    </div>
  )
}

function ToolInput({ tool, report }: { tool: QuickToolSteps; report: QuickTool }) {
  const { form, change, urls } = tool
  const kind = inputOf[report]
  if (kind === 'lines') return <UrlFile tool={tool} hasPictures={report === 'screenshot'} />
  if (kind === 'platform')
    return (
      <Select
        label={texts.platform}
        required
        description={texts.onlyScanned(platformTitles(scanPlatforms))}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={texts.platformHint}
        data={platforms.map(({ value, title }) => ({
          value,
          label: title,
          disabled: !(scanPlatforms as readonly string[]).includes(value),
        }))}
        value={form.platform ?? null}
        onChange={(value) => change({ platform: value ?? undefined })}
      />
    )
  if (kind === 'one')
    return (
      <TextInput
        label={texts.one}
        required
        placeholder={texts.oneHint}
        value={form.text}
        maxLength={2048}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
    )
  return (
    <Textarea
      label={texts.terms}
      required
      placeholder={texts.termsHint}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      value={form.text}
      error={urls.length > maxUrls ? texts.tooMany(urls.length) : undefined}
      onChange={(event) => change({ text: event.currentTarget.value })}
    />
  )
}

function UrlFile({ tool, hasPictures }: { tool: QuickToolSteps; hasPictures: boolean }) {
  const { form, change, urls } = tool
  const readFile = async (file: File) => {
    const { text, refusal } = await readChosenText(file, texts.badFile)
    if (text === undefined) toastError(refusal)
    else change({ text, fileName: file.name })
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.file}
      </Text>
      <Group gap="sm" mt={4}>
        <FilePick accept=".txt,text/plain" onFiles={([file]) => void readFile(file!)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
              {texts.upload}
            </Button>
          )}
        </FilePick>
        {form.fileName === '' ? null : (
          <Text
            size="sm"
            role="status"
            className={classes['term']!}
            {...(urls.length > maxUrls ? { c: 'var(--mantine-color-error)' } : {})}
          >
            {form.fileName}: {urls.length > maxUrls ? texts.tooMany(urls.length) : texts.lines(urls.length)}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {texts.fileHint}
      </Text>
      {hasPictures ? (
        <Group mt="xs" gap="md">
          <Checkbox
            label={texts.fullscreen}
            checked={form.fullscreen}
            onChange={(event) => change({ fullscreen: event.currentTarget.checked })}
          />
          <Checkbox
            label={texts.proxy}
            checked={form.proxy}
            onChange={(event) => change({ proxy: event.currentTarget.checked })}
          />
        </Group>
      ) : null}
    </div>
  )
}
