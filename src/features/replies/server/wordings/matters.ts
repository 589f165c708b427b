import type { Wordings } from './folded.ts'

/**
 * What a report is about: the page, the name, its server, its owner, what proves a right. The note of an absence and a
 * bare confirmation of receipt say nothing about it; who decides, asks or explains does.
 */
export const matters: Wordings = {
  international: String.raw`\b(?:urls?|dns|vps|https?|www|udrp|phishing|wordpress|whois|ips?|vhost|cpanel|dmca|icann|domains?|domain ?names?|web|websites?|hosting|server\p{L}*|clienthold|serverhold|hold)\b|\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`,
  en: String.raw`\b(?:sites?|(?:web ?)?pages?|links?(?! officer)|listings?|ads?|hosts?|hosted|customers?|clients?|resellers?|registrants?|registrars?|providers?|owners?|accounts?|contents?|sellers?|shops?|stores?|profiles?|apps?|products?|items?|goods|genuine|counterfeits?|infring\w+|violat\w+|court|subpoena|lawyers?|attorney|trade ?marks?|brand|certificate|evidence|screenshots?|proof|logs?|prefix|network|nameservers?|malware|hacked|wordpress|malicious|suspended|removed|duplicate|investigated|attachments?|credentials|discounts?|prices?|posts?|members?|resources?|licen[cs]es?|invoices?|mark|registry|contracts?|false|damages|allegations?|listed|legitimate)\b|\bas\d{3,}\b|\b(?:images?|pictures|photos?|merchants?|dealers?|declaration|jurisdiction|declaring|screenshots?|nameserver|reseller|lawful|permit)\b`,
  de: 'vertrag|seite|domain|inhalt|kund(?:e|en|in)\\b|betreiber|inhaber|händler|verkäufer|angebot|anzeige|marke|nachweis|vollmacht|gericht|konto|netz|reseller|verstoß|rechtsverletz|beweis|urkunde|gesperrt|gelöscht|registrierungsstelle|zuständig|erledigt|bilder|ware(?:n)?\\b|proxy|registrar|händlerin|eigentümer|fotos',
  fr: 'site|domaine|page|contenu|contrat|client|titulaire|vendeur|annonce|hébergé|hébergement|hébergeur|marque|justificatif|mandat|tribunal|(?<!en )compte(?! tenu)|serveur|contrefa|atteinte|preuve|capture|certificat|notification ne|supprim|suspend|retirée?s?(?!\\p{L})|boutique|propriétaire|annonceur|photos?|images?|revendeur|bureau d.enregistrement',
  es: 'sitio|dominio|página|contenido|cliente|titular|vendedor|anuncio|publicaci|alojamiento|marca\\b|poder (?:que|notarial)|juez|judicial|cuenta|servidor|falsific|infring|infracción|prueba|certificado|enlace|tienda|dueñ|propietari|registrante|fotos|imágenes|productos|revendedor',
  pt: 'site|domínio|página|conteúdo|cliente|titular|vendedor|anúncio|hospedagem|alojamento|marca\\b|procuração|judicial|conta\\b|servidor|falsific|infring|infração|prova|certificado|link|loja|dono|proprietári|registrante|fotos|imagens|produtos|revendedor',
  it: 'sito|dominio|pagina|contenuto|cliente|titolare|venditore|inserzion|annunci|marchio|procura|giudic|account|server|contraffa|violazion|prova|certificato|link|negozio|proprietari|registrante|foto(?!\\p{L})|immagini|prodotti|rivenditor',
  nl: 'website|site|domein|pagina|inhoud|klant|houder|verkoper|advertentie|merk(?:houder|recht)|machtiging|rechter|account|server|namaak|inbreuk|bewijs|link|winkel|eigenaar|foto|producten|registrar|afbeelding',
  scandinavian:
    'sidan|siden|webbplats|hjemmeside|nettsted|domän|domæne|domene|innehåll|indhold|innhold|kund(?:en|e)\\b|kunden|säljar|sælger|selger|annons|annonce|varumärk|varemærke|varemerke|fullmakt|fuldmagt|domstol|konto|servern|förfalsk|forfalsk|intrång|krænk|bevis|länk',
  fi: 'sivu|sivusto|verkkotunnus|sisältö|asiaka|myyjä|ilmoitukse(?:n|ssa) tuote|tavaramerk|valtakirja|tuomioistuin|palvel(?:in|un)|väären|loukka|todist|linkki|suljimme',
  baltic:
    'leht|lehe\\b|domeen|klient|müüja|kaubamär|volikir|kohus|konto|sisu|vietn|lapa|lapu|domēn|pārdev|preču zīm|pilnvar|saturs|svetain|puslap|turin|pardav|prekės ženkl|įgaliojim|teism',
  pl: 'stron[aęyi]|witryn|domen|treś|klient(?!ow obsługi)|abonent|sprzedaw|sprzedaj|ofert|ogłosze|znak\\p{L}* towarow|pełnomoc|sąd|kont[oa]\\b|serwer|podrób|narusz|dowod|certyfikat|link|sklep|właściciel|zdję|produkt',
  czechoslovak:
    'strán|web|domén|obsah|zákazn|klient|majitel|držitel|prodejc|predajc|nabíd|inzer|ochrann|plnou moc|plná moc|soud|súd|účet|účt|padělk|porušen|důkaz|dôkaz|odkaz',
  south:
    'strani|stranic|domen|vsebin|sadržaj|stran(?:ka|ko|ke)|korisnik|klijent|prodaj|oglas|žig|punomoć|pooblastil|sud\\b|sodišč|račun|nalog|poslužitelj|krivotvor|povred|dokaz|сајт|страниц|домен|садржај|клијент|корисник|продав|оглас|жиг|суд|налог',
  hu: 'oldal|domain|tartalom|ügyfel|ügyfél|eladó|hirdetés|védjegy|meghatalmaz|bíróság|fiók|szerver|tárhely|hamis|jogsért|bizonyít|weboldal',
  ro: 'site|domeni|pagin|conținut|client|titular|vânzător|anunț|marc[ăa]|împuternicir|procur|instanț|cont(?:ul)?\\b|server|contraf|încălc|dovad|găzdui',
  bg: 'сайт|страниц|домейн|съдържани|клиент|собственик|продавач|обява|марка|пълномощн|съд(?!\\p{L})|акаунт|сървър|фалшив|наруше|доказателств',
  ru: 'сайт|страниц|домен|контент|содержим|клиент|владелец|владельц|продав|объявлени|товар|доверенност|суд(?!\\p{L})|суда|аккаунт|сервер|подделк|наруш|доказательств|хостинг|ссылк|делегиров|регистратор|абонент|ресурс|зеркал|площадк|лицензи|скидк|магазин|фото|изображен|накладн',
  uk: 'сайт|сторінк|домен|вміст|контент|клієнт|власник|продав|оголошен|товар|довіреност|суд|акаунт|облікови|сервер|підробк|поруш|доказ|хостинг|посилан',
  el: 'σελίδα|ιστ[οό]|τομέα|περιεχόμεν|πελάτη|κάτοχο|πωλητ|αγγελί|σήμα|πληρεξούσι|δικαστ|λογαριασμ|διακομιστ|απομίμησ|παραβίασ|αποδεικτικ|σύνδεσμο',
  tr: 'site|alan ad|sayfa|içerik|müşteri(?!miz)|müşterimiz|sahibi|satıcı|ilan|marka|vekalet|mahkeme|hesap|sunucu|taklit|ihlal|kanıt|delil|belge|yayın|mağaza|görsel|ürün|fatura',
  ar: 'موقع|صفحة|نطاق|محتوى|عميلنا|صاحب|بائع|إعلان|علامة تجارية|توكيل|محكمة|حساب|خادم|مقلد|انتهاك|دليل|رابط|استضاف',
  fa: 'سایت|صفحه|دامنه|محتوا|مشتری|مالک|فروشنده|آگهی|علامت تجاری|وکالت|دادگاه|حساب|سرور|جعلی|تخلف|مدرک|لینک|میزبان',
  he: 'אתר|עמוד|דומיין|תוכן|לקוח(?! יקר)|בעל|מוכר|מודעה|סימן מסחר|ייפוי כוח|בית משפט|חשבון|שרת|מזויף|הפרה|ראיה|קישור',
  indian:
    'साइट|पेज|डोमेन|सामग्री|ग्राहक (?:का|ने|को|के)|विक्रेता|लिस्टिंग|ट्रेडमार्क|न्यायालय|खाता|सर्वर|नकली|उल्लंघन|प्रमाण|लिंक|সাইট|পেজ|ডোমেইন|বিক্রেতা|ট্রেডমার্ক|আদালত|অ্যাকাউন্ট|সার্ভার|নকল|প্রমাণ|লিংক|தளம்|தளத்தை|பக்கம்|டொமைன்|விற்பனையாளர்|வர்த்தக முத்திரை|நீதிமன்ற|கணக்கு|சேவையகம்|போலி|ஆதாரம்|సైట్|పేజీ|డొమైన్|ఖాతా|सर्व्हर',
  id: 'situs|laman|halaman|domain|konten|kandungan|pelanggan kami|pemilik|penjual|iklan|merek|cap dagang|surat kuasa|pengadilan|mahkamah|akun\\b|akaun|server|palsu|tiruan|pelanggaran|bukti|tautan|pautan',
  vi: 'website|trang|tên miền|nội dung|khách hàng (?:của|đã|này)|chủ sở hữu|người bán|gian hàng|nhãn hiệu|ủy quyền|uỷ quyền|tòa án|toà án|tài khoản|máy chủ|giả mạo|hàng giả|vi phạm|bằng chứng|liên kết|đường dẫn',
  th: 'เว็บ|หน้าเพจ|โดเมน|เนื้อหา|ลูกค้าของ|เจ้าของ|ผู้ขาย|ประกาศขาย|เครื่องหมายการค้า|หนังสือมอบ|ศาล|บัญชี|เซิร์ฟเวอร์|ปลอม|ละเมิด|หลักฐาน|ลิงก์',
  han: '网站|網站|页面|頁面|域名|網域|解析|违规|违反|違規|違反|위반|客户(?!服务)|客戶(?!服務)|卖家|賣家|商品|店铺|店鋪|商标|商標|委托|授权|授權|委託|法院|账号|帳號|服务器|伺服器|侵权|侵權|仿冒|假冒|证据|證據|链接|連結|主机|主機|サイト|ページ|ドメイン|コンテンツ|契約者|お客様が|出品|販売者|商標|委任|裁判|アカウント|サーバ|偽|侵害|証拠|リンク|掲載|正規品|仕入|販売|당사자|병행수입|정품|正品|授权书|經銷|经销|사이트|페이지|도메인|콘텐츠|게시물|판매자|상품|상표|위임|법원|계정|서버|위조|침해|증거|링크|호스팅|图片|圖片|店主|货源|貨源|写真|画像|出品者',
}
