import { Button, Group, Text, Title } from '@mantine/core'
import { IconFileText, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { PurchaseRecord } from '#features/purchases/contract.ts'
import { FileViewer, type ViewedFile } from '#kit/web/FileViewer.tsx'
import { showValue } from '#kit/web/show-value.ts'
import { usePrivateFile } from '#kit/web/use-private-file.ts'
import { purchaseColumns, type PurchaseColumn } from '#platforms/trap-purchase.ts'
import classes from './Purchase.module.css'
import { labels, texts } from './texts.ts'

const names = Object.keys(purchaseColumns) as PurchaseColumn[]

/** The record of a purchase (C-112): seller, price, documents and images, which open in a viewer. */
export function PurchaseDetails({ purchase }: { purchase: PurchaseRecord | null }) {
  const [open, setOpen] = useState<number>()
  const files = purchase ? filesOf(purchase) : []
  const documents = purchase ? files.slice(purchase.imageUrls.length) : []
  return (
    <section aria-label={texts.details}>
      <Title order={2} size="h5" mb={8}>
        {texts.details}
      </Title>
      {purchase ? (
        <div className={classes['purchase']}>
          <dl className={classes['pairs']}>
            {names.map((name) => (
              <div key={name} data-detail={name} data-long={isLong(purchase, name) || undefined}>
                <dt>{labels[name]}</dt>
                <dd>{showValue(purchaseColumns[name], purchase[name])}</dd>
              </div>
            ))}
          </dl>
          <div className={classes['files']}>
            {purchase.imageUrls.length > 0 ? (
              <ul className={classes['pictures']} aria-label={labels.imageUrls}>
                {purchase.imageUrls.map((link, at) => (
                  <li key={link}>
                    <button
                      type="button"
                      className={classes['picture']}
                      aria-label={texts.view(texts.image(at + 1))}
                      onClick={() => setOpen(at)}
                    >
                      <SmallPicture link={link} />
                    </button>
                  </li>
                ))}
              </ul>
            ) : (
              <Text size="sm" c="dimmed">
                {texts.noImages}
              </Text>
            )}
            <Group gap="xs">
              {documents.map(({ link, caption }) => (
                <Button
                  key={link}
                  size="xs"
                  variant="default"
                  leftSection={<IconFileText size={14} aria-hidden />}
                  onClick={() => setOpen(files.findIndex((file) => file.link === link))}
                >
                  {texts.view(caption)}
                </Button>
              ))}
            </Group>
          </div>
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {texts.notBought}
        </Text>
      )}
      <FileViewer files={files} open={open} onOpen={setOpen} />
    </section>
  )
}

/** Thumbnail of an image, fetched with the session's token. */
export function SmallPicture({ link }: { link: string }) {
  const { address, error } = usePrivateFile(link, 'thumb')
  return address && !error ? <img src={address} alt="" /> : <IconPhoto size={18} aria-hidden />
}

/** The files in the order of the viewer: images, then documents. */
function filesOf({ imageUrls, invoiceFile, gstFile }: PurchaseRecord): ViewedFile[] {
  const file = (link: string | null, caption: string): ViewedFile[] =>
    link ? [{ link, caption, fileName: `${caption.toLowerCase().replaceAll(' ', '-')}${endingOf(link)}` }] : []
  return [
    ...imageUrls.flatMap((link, at) => file(link, texts.image(at + 1))),
    ...file(invoiceFile, labels.invoiceFile),
    ...file(gstFile, labels.gstFile),
  ]
}

const endingOf = (link: string) => /\.\w+(?=\?|$)/.exec(link)?.[0] ?? ''

/** Whether a value needs the width of two columns. */
function isLong(purchase: PurchaseRecord, name: PurchaseColumn): boolean {
  return String(purchase[name] ?? '').length > 28
}
