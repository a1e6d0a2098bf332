package org.reweave.emulator.cluster;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Makes an authority and the certificates of a cluster's processes, a folder each, as {@link Credentials} reads them.
 * The authority's key is thrown away: nobody can add a process to the cluster afterwards.
 */
public final class TestAuthority {
    /** Every certificate names the cluster; Akka's nodes refuse a peer with which they share no name. */
    private static final String CLUSTER = "reweave";

    private static final int KEY_BITS = 2048;
    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
    private static final String SIGNATURE = "SHA256withRSA";

    private final SecureRandom random = new SecureRandom();
    private final Instant from = Instant.now();
    private final Duration validity;
    private final KeyPair keys;
    private final X509Certificate certificate;

    /** Makes an authority that is kept nowhere. */
    public TestAuthority(Duration validity) {
        this.validity = validity;
        this.keys = newKeys();
        this.certificate = sign("reweave test authority", keys, builder -> builder.addExtension(
                        Extension.basicConstraints, true, new BasicConstraints(0))
                .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign)));
    }

    /** Adds extensions to a certificate. */
    private interface Extensions {
        void addTo(X509v3CertificateBuilder builder) throws CertIOException;
    }

    /**
     * Makes a folder of credentials.
     *
     * @param name of the process: stands in its certificate, beside the cluster's
     */
    public void write(Path folder, String name) throws IOException {
        KeyPair own = newKeys();
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.dNSName, CLUSTER));
        names.add(new GeneralName(GeneralName.dNSName, name));
        X509Certificate signed = sign(name, own, builder -> builder.addExtension(
                        Extension.basicConstraints, true, new BasicConstraints(false))
                .addExtension(
                        Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment))
                .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                    KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                }))
                .addExtension(
                        Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new))));
        Files.createDirectories(folder);
        writeKey(folder.resolve(Credentials.KEY), own.getPrivate());
        try {
            Files.writeString(folder.resolve(Credentials.CERTIFICATE), pem("CERTIFICATE", signed.getEncoded()));
            Files.writeString(folder.resolve(Credentials.AUTHORITY), pem("CERTIFICATE", certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was just signed has bytes", e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has RSA", e);
        }
    }

    private X509Certificate sign(String name, KeyPair subject, Extensions extensions) {
        X500Principal issuer = new X500Principal("CN=reweave test authority");
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(Long.SIZE * 2, random),
                Date.from(from.minus(CLOCKS_DIFFER)),
                Date.from(from.plus(validity)),
                new X500Principal("CN=" + name),
                subject.getPublic());
        try {
            extensions.addTo(builder);
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(keys.getPrivate())));
        } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("every Java signs with " + SIGNATURE, e);
        }
    }

    /** The file can be read by its owner only, from its first byte on where the file system knows owners. */
    private static void writeKey(Path file, PrivateKey key) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(Set.copyOf(PosixFilePermissions.fromString("rw-------"))));
        }
        Files.writeString(file, pem("PRIVATE KEY", key.getEncoded()));
    }

    private static String pem(String kind, byte[] bytes) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }
}
