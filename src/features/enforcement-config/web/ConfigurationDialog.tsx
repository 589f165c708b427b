import { Button, Switch } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { LockedSubject, SubjectFields } from '#features/brands/web/SubjectFields.tsx'
import { type EnforcementConfiguration, enforcementConfig } from '#features/enforcement-config/contract.ts'
import { findingPlatforms, platformTitleOf } from '#vocabulary/platform-names.ts'
import { labels, texts } from './texts.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { alertRefused, recordSaved } from '#kit/web/form-outcome.ts'
import { useForm } from '#kit/web/use-form.ts'
import { Attachments } from './Attachments.tsx'
import { emptyConfiguration, valuesOf } from './configuration-form.ts'
import { MailContent } from './MailContent.tsx'
import { NoticePreview } from './NoticePreview.tsx'
import { enabledWord } from '#vocabulary/enabled-word.ts'

type Props = {
  configuration: EnforcementConfiguration | undefined
  close: () => void
  onSaved: (record: EnforcementConfiguration) => void
}

/** The form of a configuration; company, brand and platform are set once. Escape is ignored. */
export function ConfigurationDialog({ configuration, close, onSaved }: Props) {
  const [isPreviewed, setPreviewed] = useState(false)
  const form = useConfigurationForm(configuration, onSaved)
  const { values, set, errors } = form
  return (
    <>
      <FormDialog
        title={texts.details}
        form={form}
        labels={labels}
        close={close}
        save={configuration ? texts.update : texts.save}
        size="xl"
        ignoreEscape
      >
        {configuration ? (
          <LockedSubject
            company={configuration.company.name}
            brand={configuration.brand.brandName}
            platform={platformTitleOf(configuration.platform)}
          />
        ) : (
          <SubjectFields
            subject={values}
            change={({ company, brand, platform }) => {
              set('company', company)
              set('brand', brand)
              set('platform', platform)
            }}
            errors={errors}
          />
        )}
        <Switch
          label={`${labels.status}: ${enabledWord(values.status)}`}
          checked={values.status}
          onChange={(event) => set('status', event.currentTarget.checked)}
        />
        <Attachments
          attached={values.attachments}
          change={(change) => set('attachments', change)}
          error={errors['attachments']}
        />
        <MailContent
          text={values.mailBody}
          change={(text) => set('mailBody', text)}
          error={errors['mailBody']}
          aside={<PreviewButton values={values} open={() => setPreviewed(true)} />}
        />
      </FormDialog>
      {isPreviewed ? <NoticePreview draft={values} close={() => setPreviewed(false)} /> : null}
    </>
  )
}

function useConfigurationForm(configuration: Props['configuration'], onSaved: Props['onSaved']) {
  return useForm({
    begin: configuration ? valuesOf(configuration) : emptyConfiguration,
    version: configuration?.version,
    send: ({ attachments, ...values }, version) => {
      const sent = { ...values, attachments: [...attachments] }
      return configuration
        ? call(enforcementConfig.edit, {
            EnforcementConfigId: configuration.id,
            ...sent,
            ...(version ? { version } : {}),
          })
        : call(enforcementConfig.save, sent)
    },
    read: (record) => valuesOf(record as EnforcementConfiguration),
    onSaved: recordSaved<EnforcementConfiguration>(onSaved),
    onRefused: alertRefused,
  })
}

function PreviewButton({ values, open }: { values: ReturnType<typeof valuesOf>; open: () => void }) {
  // Only findings have notices to preview.
  const isOfFindings = (findingPlatforms as readonly string[]).includes(values.platform)
  const isReady = Boolean(values.company && values.brand && isOfFindings && values.mailBody.trim())
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconEye size={14} aria-hidden />}
      disabled={!isReady}
      title={isReady ? undefined : texts.previewHint}
      onClick={open}
    >
      {texts.preview}
    </Button>
  )
}
